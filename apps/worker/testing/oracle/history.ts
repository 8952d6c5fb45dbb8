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

export interface HistoryOptions {
  seed: number;
  /** Notices that there come to be. */
  notices: number;
  /** Documents within which they all come to be, in the first half. */
  documents: number;
  batchSize: number;
  /** Deadlines lie around it. */
  now: Date;
}

/**
 * The documents of a run, without end: each notice created, then corrected, closed, opened again, made the duplicate of
 * its neighbour, or of notices of the other sources, and a notice of its own again.
 */
export function* historyOf({ seed, notices, documents, batchSize, now }: HistoryOptions): Generator<Batch, never> {
  const random = randomOf(seed);
  const perSource = Math.ceil(notices / ORACLE_SOURCES.length);
  const waiting = ORACLE_SOURCES.map(() => Array.from({ length: perSource }, (_, index) => index + 1));
  for (let batch = 0; ; batch += 1) {
    const which = batch % ORACLE_SOURCES.length;
    const source = ORACLE_SOURCES[which] ?? 'boamp';
    const publications: Publication[] = [];
    for (let index = 0; index < batchSize; index += 1) {
      const fresh = random() < (2 * notices) / documents ? waiting[which]?.shift() : undefined;
      const number = fresh ?? 1 + Math.floor(random() * perSource);
      const step = batch * batchSize + index;
      publications.push(documentOf({ source, number, step, now }, fresh === undefined ? random() : 0, random()));
    }
    yield { batch, source, publications };
  }
}

interface Place {
  source: SourceCode;
  number: number;
  step: number;
  now: Date;
}

function documentOf({ source, number, step, now }: Place, kind: number, when: number): Publication {
  const identifiant = `26-${String(number)}`;
  const motif = `step ${String(step)}`;
  const date_publication = now.toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' });
  if (kind >= 0.85) {
    const closes = when < 0.6;
    return publication(`26-${String(CANCELLATIONS + number)}`, {
      source,
      kind: 'cancellation',
      cites: [identifiant],
      closes,
      motif,
      date_publication,
    });
  }
  const content = {
    titre: `Marché ${String(number)}, étape ${String(step)}`,
    date_limite: deadline(when, now),
    lots: [],
  };
  // One in five notices is, now and then, told to correct the one before it, which never is.
  const doublon = kind >= 0.3 && number % 5 === 4 && when < 0.5;
  return publication(identifiant, {
    source,
    motif,
    date_publication,
    content,
    keys: keysOf(source, number, when),
    ...(doublon ? { kind: 'correction' as const, whole: true, cites: [`26-${String(number - 1)}`] } : {}),
  });
}

/**
 * One document in three names the procedure of every source's notice of that number, the others one of their own: a
 * notice is found to be a duplicate, and found not to be.
 */
function keysOf(source: SourceCode, number: number, when: number): Publication['keys'] {
  const procedure =
    when * 100 - Math.floor(when * 100) < 1 / 3 ? `procedure ${number}` : `procedure ${source} ${number}`;
  return { procedure_uuid: procedure, joue: [], boamp: [], consultations: [], reference_acheteur: null };
}

/** Past, in some seconds, or far. */
function deadline(when: number, now: Date): string {
  const ms = when < 0.1 ? -DAY_MS : when < 0.2 ? when * 100_000 : 30 * DAY_MS;
  return `${new Date(now.getTime() + ms).toISOString().slice(0, 19)}Z`;
}
