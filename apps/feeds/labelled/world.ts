import { foldAvis } from '#avis/fold/fold';
import { avisId } from '#avis/fold/identity';
import { rootsOf } from '#avis/fold/roots';
import { matchNoticeOf } from '#avis/match/notice';
import { normaliserOf } from '#sources/adapters';
import type { Publication } from '#sources/publication';
import { type SourceCode, SOURCES } from '#sources/registry';
import { isListing } from '../listing/shown.js';
import { createTimeline } from '../timeline.js';
import { truth } from '../truth.js';
import { gazetteDocuments, listedDocuments, type WorldDocument } from './documents.js';
import type { Labelled } from './labelled.js';

const NOW = new Date('2026-11-21T10:00:00Z');

interface Label {
  procedure: string;
  near: string | null;
}

/**
 * What the service would know of a simulated world: documents read by their sources' own adapters, folded into notices,
 * each labelled by the truth of the feeds. One source at a time is in memory. @param size publications in all 18 sources.
 */
export function* worldOf(
  seed: number,
  size: number,
  sources: readonly SourceCode[] = SOURCES.map(({ code }) => code),
): Generator<Labelled> {
  const timeline = createTimeline({ seed, size, start: NOW, growthSeconds: 0 });
  const now = NOW.getTime();
  for (const source of sources) {
    const labels = new Map<string, Label>();
    const publications = isListing(source) ? [] : [...read(source, gazetteDocuments(timeline, now, source))];
    for (const row of truth(timeline, now, [source])) {
      labels.set(row.identifiant, { procedure: row.procedure, near: row.near?.kind ?? null });
      if (row.shown) publications.push(...read(source, listedDocuments(timeline, now, row)));
    }
    yield* labelled(source, publications, labels);
  }
}

function* read(source: SourceCode, documents: Iterable<WorldDocument>): Generator<Publication> {
  for (const { format, body } of documents) {
    const normalised = normaliserOf(format)({ source, identifiant: '', format, body });
    if (!normalised.ok) throw new Error(`${source}: ${normalised.rejection.reason}, ${normalised.rejection.detail}`);
    yield normalised.publication;
  }
}

function* labelled(
  source: SourceCode,
  publications: readonly Publication[],
  labels: ReadonlyMap<string, Label>,
): Generator<Labelled> {
  const latest = [...new Map(publications.map((one) => [one.identifiant, one])).values()];
  const roots = rootsOf(source, latest);
  const chains = new Map<string, Publication[]>();
  for (const one of latest) {
    const root = roots.get(one.identifiant) ?? one.identifiant;
    const chain = chains.get(root);
    if (chain === undefined) chains.set(root, [one]);
    else chain.push(one);
  }
  for (const [root, chain] of chains) {
    const facts = foldAvis(root, chain);
    const known = [root, ...chain.map(({ identifiant }) => identifiant)];
    const label = known.map((identifiant) => labels.get(identifiant)).find((one) => one !== undefined);
    if (facts === null || label === undefined) continue;
    const notice = matchNoticeOf(avisId(source, root), facts, chain);
    // As it is stored and read again; a text cut from a document would keep the document in memory.
    yield { notice: JSON.parse(JSON.stringify(notice)) as typeof notice, truth: label.procedure, trap: label.near };
  }
}
