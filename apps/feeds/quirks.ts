import { dayText, parisInstant, parisOffset } from './calendar.js';
import { Draws } from './draws.js';
import { type WallClock } from './facts/procedure.js';
import { type Shape } from './role.js';
import { type Notice } from './notice.js';

/** The faults of real publications, in the proportions of docs/sources.md, section D. */

/** A stream of its own for each publication and field, so that a new quirk moves no other. */
export function quirkDraws(seed: number, notice: Notice, field: string): Draws {
  return new Draws(seed, `quirk.${field}.${notice.key}`);
}

/** D.3, BOAMP T1 2021: of the identifiers given, 94.5 % are valid SIRETs. */
const SIRET_FAULTS: readonly (readonly [(siret: string) => string, number])[] = [
  [(siret) => siret, 6352],
  [(siret) => siret.slice(0, 13) + String((Number(siret.slice(13)) + 1) % 10), 21],
  [(siret) => siret.replace(/(\d{3})(\d{3})(\d{3})(\d{5})/, '$1 $2 $3 $4'), 59],
  [(siret) => siret.slice(0, 9), 51],
  [(siret) => `FR${(12 + ((3 * Number(siret.slice(0, 9))) % 97)) % 97}${siret.slice(0, 9)}`, 10],
  [(siret) => siret.slice(0, 13), 77],
  [() => 'M. le président', 153],
];

/** The buyer's identifier as published, faults included. */
export function publishedSiret(seed: number, notice: Notice): string {
  const spell = quirkDraws(seed, notice, 'siret').weighted(SIRET_FAULTS);
  return spell(notice.procedure.buyer.siret);
}

/** D.1: a few national deadlines lie years before the publication (37 of 33,924). */
const ABSURD_DEADLINE = 37 / 33_924;

/** The deadline in the three places of a BOAMP record, which do not agree on the time zone (D.1). */
export interface PublishedDeadline {
  /** `datelimitereponse` of the flat record. */
  flat: string;
  /** `gestion.INDEXATION.DATE_LIMITE_REPONSE`. */
  gestion: string;
  /** In `donnees`, for the shapes that write it in one piece. */
  donnees: string;
}

export function publishedDeadline(seed: number, notice: Notice): PublishedDeadline {
  const draws = quirkDraws(seed, notice, 'limite');
  const absurd = notice.shape !== 'EFORMS' && draws.chance(ABSURD_DEADLINE);
  const limite = absurd ? { ...notice.limite, day: notice.limite.day - 5 * 366 } : notice.limite;
  return SPELLINGS[notice.shape](limite, draws);
}

const SPELLINGS: Record<Shape, (limite: WallClock, draws: Draws) => PublishedDeadline> = {
  // The right offset everywhere; the flat value is true UTC.
  EFORMS: (limite) => {
    const wall = `${wallText(limite)}${parisOffset(limite.day)}`;
    return { flat: utcText(parisInstant(limite.day, limite.time)), gestion: wall, donnees: wall };
  },
  // The wall clock, with or without milliseconds and offset; the flat value mislabels it as UTC.
  FNSimple: (limite, draws) => {
    const spelled = draws.pick([
      `${wallText(limite)}.000${parisOffset(limite.day)}`,
      wallText(limite),
      wallText(limite),
      `${wallText(limite)}.000`,
    ]);
    return { flat: `${wallText(limite)}+00:00`, gestion: spelled, donnees: spelled };
  },
  MAPA: (limite) => ({ flat: `${wallText(limite)}+00:00`, gestion: wallText(limite), donnees: wallText(limite) }),
  // Winter's offset even in summer; the flat value follows it.
  CLASSIC: (limite) => {
    const wall = `${wallText(limite)}+01:00`;
    return { flat: utcText(Date.parse(wall)), gestion: wall, donnees: wall };
  },
};

function wallText(limite: WallClock): string {
  return `${dayText(limite.day)}T${limite.time}`;
}

function utcText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+00:00`;
}

/** D.4: the flat departments of publication lose their leading zero; Corsica is 20A and 20B. */
export function publishedDepartement(code: string): string {
  if (code === '2A' || code === '2B') return `20${code.charAt(1)}`;
  return code.replace(/^0/, '');
}

/** D.5: Windows-1252 apostrophes read as control characters (55 of 33,924) and character entities (176). */
export function publishedText(seed: number, notice: Notice, field: string, text: string): string {
  const draws = quirkDraws(seed, notice, `texte.${field}`);
  if (draws.chance(55 / 33_924)) return text.replaceAll('’', '\u0092');
  return draws.chance(176 / 33_924) ? text.replaceAll('’', '&#8217;').replaceAll("'", '&#039;') : text;
}

/** D.2: in eForms « not given » is often written 0.00. */
export function publishedAmount(seed: number, notice: Notice, amount: number | null): string | null {
  if (amount !== null) return String(amount);
  return quirkDraws(seed, notice, 'montant').chance(0.15) ? '0.00' : null;
}
