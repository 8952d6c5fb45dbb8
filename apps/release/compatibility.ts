import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Annonce, annoncesOf, parseChangelog } from '#contract/versioning/changelog';
import { incompatibilities } from '#contract/versioning/compare';
import type { Surface } from '#contract/versioning/surface';
import { refused, unknownNames } from '#contract/versioning/verdict';
import { baselineFile, lastRelease, readJson } from './last-release.js';
import { PUBLISHED } from './published.js';
import type { Report } from './report.js';

/** What clients rely on, by the last release and now. What that one did not publish yet can break nobody. */
function surfaces(root: string): { before: Surface; now: Surface }[] {
  const last = lastRelease(root);
  return PUBLISHED.map(({ kind, file, surfaceOf }) => {
    const baseline = baselineFile(kind, last, root);
    return {
      before: existsSync(baseline) ? surfaceOf(readJson(baseline)) : new Map(),
      now: surfaceOf(readJson(resolve(root, file))),
    };
  });
}

/**
 * Whether what is published today keeps what the last release promised, or announced otherwise in CHANGELOG.md.
 * @param today `YYYY-MM-DD`.
 */
export function compatibility({ root, today }: { root: string; today: string }): Report {
  const changelog = parseChangelog(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8'));
  const { version } = lastRelease(root);
  const compared = surfaces(root);
  const annonces = annoncesOf(changelog);
  const lines = [
    ...changelog.faults.map((fault) => `CHANGELOG.md, ${fault}.`),
    ...unknownNames(annonces, namesOf(compared), today).map(
      (name) => `CHANGELOG.md announces \`${name}\`, which is none.`,
    ),
    ...compared.flatMap(({ before, now }) => refusals(before, now, annonces, today)),
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

function namesOf(compared: readonly { now: Surface }[]): string[] {
  return compared.flatMap(({ now }) => [...now.keys()]);
}
