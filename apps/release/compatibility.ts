import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Annonce, annoncesOf, parseChangelog } from '#contract/versioning/changelog';
import { incompatibilities } from '#contract/versioning/compare';
import { type OpenapiDocument, openapiSurface } from '#contract/versioning/openapi-surface';
import type { Surface } from '#contract/versioning/surface';
import { refused, unknownNames } from '#contract/versioning/verdict';
import { baselineFile, lastRelease, readJson } from './last-release.js';
import type { Report } from './report.js';

/** What is published for clients, now and by the last release. A published list of tools is one more entry. */
function published(root: string): { before: Surface; now: Surface }[] {
  const last = lastRelease(root);
  return [
    {
      before: openapiSurface(readJson(baselineFile('openapi', last, root)) as OpenapiDocument),
      now: openapiSurface(readJson(resolve(root, 'apps/api/openapi.json')) as OpenapiDocument),
    },
  ];
}

/**
 * Whether what is published today keeps what the last release promised, or announced otherwise in CHANGELOG.md.
 * @param today `YYYY-MM-DD`.
 */
export function compatibility({ root, today }: { root: string; today: string }): Report {
  const changelog = parseChangelog(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8'));
  const { version } = lastRelease(root);
  const surfaces = published(root);
  const annonces = annoncesOf(changelog);
  const lines = [
    ...changelog.faults.map((fault) => `CHANGELOG.md, ${fault}.`),
    ...unknownNames(annonces, namesOf(surfaces), today).map(
      (name) => `CHANGELOG.md announces \`${name}\`, which is none.`,
    ),
    ...surfaces.flatMap(({ before, now }) => refusals(before, now, annonces, today)),
  ];
  return lines.length > 0
    ? {
        ok: false,
        lines: [...lines, `Clients of ${version} would break: see docs/releasing.md, Incompatible changes.`],
      }
    : { ok: true, lines: [`Compatible with ${version}.`] };
}

function refusals(before: Surface, now: Surface, annonces: readonly Annonce[], today: string): string[] {
  return refused(incompatibilities(before, now), annonces, today).map(
    ({ element, what, why }) => `\`${element}\`: ${what} (${why}).`,
  );
}

function namesOf(surfaces: readonly { now: Surface }[]): string[] {
  return surfaces.flatMap(({ now }) => [...now.keys()]);
}
