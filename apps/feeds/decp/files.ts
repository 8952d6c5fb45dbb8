import type { Registre } from '#contrats/registres';
import { type Day, parisWall } from '../calendar.js';
import { type Timeline } from '../timeline.js';
import { type Contract, contractAt } from './contract.js';
import { contractPlaces, type ContractPlace, isConsolidated, isOld, producerOf } from './contracts.js';
import { record2019 } from './record-2019.js';
import { record2022 } from './record-2022.js';
import { isRepeated, isToldApart } from './spelling.js';
import { xmlRecord } from './xml.js';

/** One file of a register. */
export interface RegisterFile {
  registre: Registre;
  nom: string;
  format: 'json-2019' | 'json-2022' | 'xml';
  /** Which contracts it holds. */
  holds(timeline: Timeline, place: ContractPlace): boolean;
}

export const REGISTER_FILES: readonly RegisterFile[] = [
  {
    registre: 'decp_minef',
    nom: 'decp-2019.json',
    format: 'json-2019',
    holds: (timeline, place) => isOld(timeline, place) && isConsolidated(timeline.seed, place),
  },
  {
    registre: 'decp_minef',
    nom: 'decp_minef.json',
    format: 'json-2022',
    holds: (timeline, place) => !isOld(timeline, place) && isConsolidated(timeline.seed, place),
  },
  {
    registre: 'pes_marche',
    nom: 'pes_marche.json',
    format: 'json-2022',
    holds: ({ seed }, place) => producerOf(seed, place) === 'pes_marche',
  },
  {
    registre: 'aife_dume',
    nom: 'aife_dume.xml',
    format: 'xml',
    holds: ({ seed }, place) => producerOf(seed, place) === 'aife_dume',
  },
];

/** Characters handed on at a time. */
const PIECE = 64 * 1024;

/** The text of one edition of a file, made as it is sent: memory does not grow with it. */
export async function* fileText(timeline: Timeline, file: RegisterFile, edition: number): AsyncGenerator<string> {
  let piece = '';
  for (const text of texts(timeline, file, edition)) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    // Other requests are answered meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield piece;
}

/** Bytes of an edition: those of its whole text. */
export function fileLength(timeline: Timeline, file: RegisterFile, edition: number): number {
  let length = 0;
  for (const text of texts(timeline, file, edition)) length += Buffer.byteLength(text);
  return length;
}

function* texts(timeline: Timeline, file: RegisterFile, edition: number): Generator<string> {
  if (file.format === 'xml') {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<marches>\n';
    for (const { contract, suffix } of records(timeline, file, edition)) {
      yield* repeated(timeline.seed, contract, file.registre, () => {
        const name = contract.concession ? 'contrat-concession' : 'marche';
        return xmlRecord(name, record2022(timeline.seed, contract, file.registre, suffix));
      });
    }
    yield '</marches>\n';
    return;
  }
  if (file.format === 'json-2019') {
    yield '{"marches": [\n';
    yield* separated(jsonOf(timeline, file, edition, () => true, record2019));
    yield '\n]}\n';
    return;
  }
  yield '{"marches": {"marche": [\n';
  yield* separated(jsonOf(timeline, file, edition, ({ concession }) => !concession, record2022));
  yield '\n], "contrat-concession": [\n';
  yield* separated(jsonOf(timeline, file, edition, ({ concession }) => concession, record2022));
  yield '\n]}}\n';
}

function* jsonOf(
  timeline: Timeline,
  file: RegisterFile,
  edition: number,
  wanted: (contract: Contract) => boolean,
  record: typeof record2022,
): Generator<string> {
  for (const { contract, suffix } of records(timeline, file, edition)) {
    if (!wanted(contract)) continue;
    yield* repeated(timeline.seed, contract, file.registre, () =>
      JSON.stringify(record(timeline.seed, contract, file.registre, suffix)),
    );
  }
}

/** One or two records a contract: where its modifications have records of their own, the last state is told by a second. */
function* records(
  timeline: Timeline,
  file: RegisterFile,
  edition: number,
): Generator<{ contract: Contract; suffix: string }> {
  const today: Day = parisWall(edition).day;
  for (const place of contractPlaces(timeline, edition)) {
    if (!file.holds(timeline, place)) continue;
    const contract = contractAt(timeline.seed, timeline.size, place, today);
    const last = contract.modifications.at(-1);
    const suffix = contract.regulatory ? '00' : '';
    if (last === undefined || file.format !== 'json-2019' || !isToldApart(timeline.seed, contract)) {
      yield { contract, suffix };
      continue;
    }
    yield { contract: { ...contract, modifications: [] }, suffix };
    const modified = {
      ...contract,
      dureeMois: last.dureeMois ?? contract.dureeMois,
      publication: last.publication,
      modifications: [],
    };
    yield { contract: modified, suffix: String(contract.modifications.length).padStart(2, '0') };
  }
}

function* repeated(seed: number, contract: Contract, registre: Registre, text: () => string): Generator<string> {
  const once = text();
  yield once;
  if (isRepeated(seed, contract, registre)) yield once;
}

function* separated(items: Iterable<string>): Generator<string> {
  let first = true;
  for (const item of items) {
    yield first ? item : `,\n${item}`;
    first = false;
  }
}
