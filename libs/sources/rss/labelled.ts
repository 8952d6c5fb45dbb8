import { type Label, labelOf } from './labels.js';

/** The labelled values of a description, and the lines that have no label of ours. */
export interface Labelled {
  values: ReadonlyMap<Label, readonly string[]>;
  prose: string[];
}

/** « Label : value »; the colon with any white space around it. Labels written without one: « Publié le 12/11/26 ». */
const WITH_COLON = /^[\s•*–-]*([\p{L}\d°º'’(). /]{2,60}?)[\s\u00A0\u202F]*[:：][\s\u00A0\u202F]*(.*)$/u;
const WITHOUT_COLON =
  /^(publi[ée]e? le|mise? en ligne le|date limite(?: de r[ée]ponse)?(?: le)?)\s+((?:\p{L}+di |dimanche )?\d.*)$/iu;
/** « Lot n°2 - Électricité », « Lot 3 : Peinture »: a value by itself. */
const ONE_LOT = /^[\s•*–-]*lot\s*(?:n\s*[°ºo]?\s*)?\d{1,3}\s*[-–:.)]/iu;
/** Between two labelled values of one line. */
const SEPARATOR = /\s+[-–—|•·/]\s+|\s*[|;•]\s*/gu;
/** How far behind a separator a label and the start of its value stand. */
const LABEL_WITHIN = 100;
const NO_LOT_BEHIND: ReadonlySet<Label> = new Set(['objet', 'complement', 'lieu', 'departement']);
/** Values that go on over the lines behind them. */
const LONG: ReadonlySet<Label> = new Set(['objet', 'lots', 'complement']);

export function labelled(lines: readonly string[]): Labelled {
  const values = new Map<Label, string[]>();
  const prose: string[] = [];
  let current: Label | null = null;
  for (const segment of lines.flatMap(segments)) {
    const found = labelledValue(segment);
    if (found !== null) {
      current = found.label;
      const held = values.get(current);
      if (held === undefined) values.set(current, [found.value]);
      else held.push(found.value);
    } else if (current !== null && LONG.has(current)) values.get(current)?.push(segment);
    else {
      current = null;
      prose.push(segment);
    }
  }
  return { values: withoutEmpty(values), prose };
}

function labelledValue(segment: string): { label: Label; value: string } | null {
  if (ONE_LOT.test(segment)) return { label: 'lots', value: segment };
  for (const shape of [WITHOUT_COLON, WITH_COLON]) {
    const [, words = '', value = ''] = shape.exec(segment) ?? [];
    const label = labelOf(words.replace(/ le$/i, (end) => (/(?:publi|ligne)/i.test(words) ? end : '')));
    if (label !== null) return { label, value: value.trim() };
  }
  return null;
}

/**
 * « Organisme : X - Réf. : Y | Objet : Z » -> three; a separator with no label of ours behind it is part of the value. So is
 * one lot behind an object or words without label: sister procedures are called « Véhicules - Lot 1 : Véhicules légers ».
 */
function segments(whole: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: separator } of whole.matchAll(SEPARATOR)) {
    const behind = whole.slice(index + separator.length).slice(0, LABEL_WITHIN);
    const cut = ONE_LOT.test(behind)
      ? isList(whole.slice(from).slice(0, LABEL_WITHIN))
      : labelledValue(behind) !== null;
    if (!cut) continue;
    pieces.push(whole.slice(from, index));
    from = index + separator.length;
  }
  return [...pieces, whole.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Whether one lot may stand behind this piece of a line: not behind words, and « 46 - Lot 69 - Rhône » are departments. */
function isList(piece: string): boolean {
  const label = labelledValue(piece)?.label ?? 'objet';
  return !NO_LOT_BEHIND.has(label);
}

function withoutEmpty(values: ReadonlyMap<Label, string[]>): Map<Label, string[]> {
  return new Map(
    [...values]
      .map(([label, held]) => [label, held.filter((value) => value !== '')] as const)
      .filter(([, held]) => held.length > 0),
  );
}
