import type { Publication } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import { publication } from '#avis/testing/publications';

/** One batch of documents of one source, as a collection archives them. */
export interface Batch {
  batch: number;
  source: SourceCode;
  publications: Publication[];
}

export const ORACLE_SOURCES: readonly SourceCode[] = [
  'boamp',
  'ted',
  'place',
  'maximilien',
  'megalis_bretagne',
  'klekoon',
];

const DAY_MS = 86_400_000;
/** Identifiers of the cancellations: far above those of the notices. */
const CANCELLATIONS = 1_000_000;

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The documents of a run: each notice created, then corrected, closed, opened again, made the duplicate of its neighbour
 * and a notice of its own again, until there are `documents` of them.
 */
export function historyOf(seed: number, notices: number, documents: number, batchSize: number): Batch[] {
  const random = randomOf(seed);
  const perSource = Math.ceil(notices / ORACLE_SOURCES.length);
  const waiting = ORACLE_SOURCES.map(() => Array.from({ length: perSource }, (_, index) => index + 1));
  const batches: Batch[] = [];
  for (let made = 0; made < documents;) {
    const which = batches.length % ORACLE_SOURCES.length;
    const source = ORACLE_SOURCES[which] ?? 'boamp';
    const publications: Publication[] = [];
    for (let index = 0; index < batchSize; index += 1) {
      // Creations end in the middle of the run.
      const fresh = random() < (2 * notices) / documents ? waiting[which]?.shift() : undefined;
      const number = fresh ?? 1 + Math.floor(random() * perSource);
      publications.push(documentOf(source, number, made + index, fresh === undefined ? random() : 0, random()));
    }
    batches.push({ batch: batches.length, source, publications });
    made += batchSize;
  }
  return batches;
}

function documentOf(source: SourceCode, number: number, step: number, kind: number, when: number): Publication {
  const identifiant = `26-${String(number)}`;
  const motif = `step ${String(step)}`;
  if (kind >= 0.85) {
    const closes = when < 0.6;
    return publication(`26-${String(CANCELLATIONS + number)}`, {
      source,
      kind: 'cancellation',
      cites: [identifiant],
      closes,
      motif,
    });
  }
  const content = { titre: `Marché ${String(number)}, étape ${String(step)}`, date_limite: deadline(when), lots: [] };
  // One in five notices is, now and then, told to correct the one before it, which never is.
  const doublon = kind >= 0.3 && number % 5 === 4 && when < 0.5;
  return publication(identifiant, {
    source,
    motif,
    content,
    ...(doublon ? { kind: 'correction' as const, whole: true, cites: [`26-${String(number - 1)}`] } : {}),
  });
}

/** Past, in some seconds, or far. */
function deadline(when: number): string {
  const ms = when < 0.1 ? -DAY_MS : when < 0.2 ? when * 100_000 : 30 * DAY_MS;
  return `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
}
