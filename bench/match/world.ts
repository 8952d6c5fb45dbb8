import { foldAvis } from '#avis/fold/fold';
import { avisId } from '#avis/fold/identity';
import { rootsOf } from '#avis/fold/roots';
import { matchNoticeOf } from '#avis/match/notice';
import { normaliserOf } from '#sources/adapters';
import type { Publication } from '#sources/publication';
import { type SourceCode, SOURCES } from '#sources/registry';
import { createTimeline } from '../../apps/feeds/timeline.js';
import { truth } from '../../apps/feeds/truth.js';
import { gazetteDocuments, listedDocuments, type WorldDocument } from './documents.js';
import type { Labelled } from './labelled.js';

const NOW = new Date('2026-11-21T10:00:00Z');

interface Label {
  procedure: string;
  near: string | null;
}

/**
 * What the service would know of a simulated world of 18 sources: their documents read by their own adapters, folded into
 * notices, each labelled by the truth of the feeds. @param size publications in all.
 */
export function worldOf(seed: number, size: number): Labelled[] {
  const timeline = createTimeline({ seed, size, start: NOW, growthSeconds: 0 });
  const labels = new Map<string, Label>();
  const documents = new Map<SourceCode, Publication[]>(SOURCES.map(({ code }) => [code, []]));
  const read = (source: SourceCode, all: Iterable<WorldDocument>): void => {
    for (const { format, body } of all) {
      const normalised = normaliserOf(format)({ source, identifiant: '', format, body });
      if (normalised.ok) documents.get(source)?.push(normalised.publication);
      else console.log(`${source}: ${normalised.rejection.reason}, ${normalised.rejection.detail}`);
    }
  };
  for (const row of truth(timeline, NOW.getTime())) {
    labels.set(`${row.source} ${row.identifiant}`, { procedure: row.procedure, near: row.near?.kind ?? null });
    if (row.shown) read(row.source, listedDocuments(timeline, NOW.getTime(), row));
  }
  for (const source of ['boamp', 'ted'] as const) read(source, gazetteDocuments(timeline, NOW.getTime(), source));
  return [...documents].flatMap(([source, publications]) => labelled(source, publications, labels));
}

function labelled(source: SourceCode, publications: Publication[], labels: ReadonlyMap<string, Label>): Labelled[] {
  const latest = [...new Map(publications.map((one) => [one.identifiant, one])).values()];
  const roots = rootsOf(source, latest);
  const chains = new Map<string, Publication[]>();
  for (const one of latest) {
    const root = roots.get(one.identifiant) ?? one.identifiant;
    const chain = chains.get(root);
    if (chain === undefined) chains.set(root, [one]);
    else chain.push(one);
  }
  return [...chains].flatMap(([root, chain]) => {
    const facts = foldAvis(root, chain);
    const known = [root, ...chain.map(({ identifiant }) => identifiant)];
    const label = known.map((identifiant) => labels.get(`${source} ${identifiant}`)).find((one) => one !== undefined);
    if (facts === null || label === undefined) return [];
    return [{ notice: matchNoticeOf(avisId(source, root), facts, chain), truth: label.procedure, trap: label.near }];
  });
}
