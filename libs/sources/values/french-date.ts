import { DateTime } from 'luxon';
import { type Cleaned, kept, refused } from './cleaned.js';
import { EARLIEST_YEAR, endOfParisDay, LATEST_YEAR, parisWallClock } from './date.js';

/** A day and, where the source gives one, a time, both of the clock in Paris: `YYYY-MM-DD`, `HH:MM`. */
export interface FrenchDate {
  jour: string;
  heure: string | null;
}

/** First letters that tell a month from all others, without accents; the abbreviations of every portal start with them. */
const MONTHS: readonly (readonly [RegExp, number])[] = [
  [/^jan/, 1],
  [/^fe?v/, 2],
  [/^mar/, 3],
  [/^avr/, 4],
  [/^mai/, 5],
  [/^juin$|^jun$/, 6],
  [/^juil?/, 7],
  [/^aou/, 8],
  [/^sept?/, 9],
  [/^oct/, 10],
  [/^nov/, 11],
  [/^dec/, 12],
];

const WORDS =
  /(?<![\p{L}\d])(\d{1,2})(?:er)?[\s.-]*(jan(?:v(?:ier)?)?|fev(?:r(?:ier)?)?|fvr|mars?|avr(?:il)?|mai|juin|jun|jui(?:l(?:l?(?:et)?)?)?|aout?|sept?(?:em(?:bre)?)?|oct(?:o(?:bre)?)?|nov(?:em(?:bre)?)?|dec(?:em(?:bre)?)?)\.?[\s.,-]*(\d{4}|\d{2})(?!\d)/u;
const NUMBERS = /(?<!\d)(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?!\d)/;
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const CLOCK = /(?<![\d:/])(\d{1,2})\s*(?:h(?:eures?)?|:)\s*(\d{2})?(?![\d/])/;

/**
 * The first day of a text, and its time: « 20 Déc. 2023 12:00 », « 12 Avril 2033 », « 18/11/26 », « 18/11/2026 à 16h00 »,
 * « jeudi 18 novembre 2026 - 16 h », `2026-11-18 16:00`. Months in any case, with or without accents and dots. « 24h00 »
 * is 23:59. A text without a day is `date_illisible`, one with a day or a time that does not exist too; a year out of
 * reach is `date_absurde` (date.ts). Two figures of a year are of this century.
 */
export function frenchDate(text: unknown): Cleaned<FrenchDate> {
  if (text === null || text === undefined) return kept<FrenchDate>(null);
  if (typeof text !== 'string') return refused('date_illisible', text);
  const plain = plainText(text);
  if (plain === '' || /^(nc|none|null|<na>|-+)$/.test(plain)) return kept<FrenchDate>(null);
  const found = dayOf(plain);
  if (found === null) return refused('date_illisible', text);
  const heure = clockOf(plain.slice(found.end));
  const date = DateTime.fromObject({ year: found.year, month: found.month, day: found.day }, { zone: 'utc' });
  if (!date.isValid || heure === undefined) return refused('date_illisible', text);
  if (found.year < EARLIEST_YEAR || found.year > LATEST_YEAR) return refused('date_absurde', text);
  return kept<FrenchDate>({ jour: date.toFormat('yyyy-MM-dd'), heure });
}

/** A time alone: « 16h00 », « 16 h », « 9:05 » -> `HH:MM`; a text without one is `date_illisible`. */
export function frenchTime(text: unknown): Cleaned<string> {
  if (text === null || text === undefined) return kept<string>(null);
  const plain = typeof text === 'string' ? plainText(text) : null;
  if (plain === '') return kept<string>(null);
  const heure = plain === null ? null : clockOf(plain);
  return typeof heure === 'string' ? kept(heure) : refused('date_illisible', text);
}

/** The instant of a French date: RFC 3339 in UTC; a day alone means its end in Paris. */
export function frenchInstant({ jour, heure }: FrenchDate): Cleaned<string> {
  return heure === null ? kept(endOfParisDay(jour)) : parisWallClock(`${jour}T${heure}`);
}

interface Day {
  year: number;
  month: number;
  day: number;
  /** Where the text goes on behind the day. */
  end: number;
}

/** The day that stands first in the text, in whichever spelling. */
function dayOf(plain: string): Day | null {
  const words = WORDS.exec(plain);
  const numbers = NUMBERS.exec(plain);
  const iso = ISO.exec(plain);
  const first = [words, numbers, iso].filter((match) => match !== null).sort((a, b) => a.index - b.index)[0];
  if (first === undefined) return null;
  const end = first.index + first[0].length;
  if (first === iso) return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]), end };
  const [day, month, year] =
    first === words ? [first[1], monthOf(first[2] ?? ''), first[3]] : [first[1], Number(first[3]), first[4]];
  return { year: fullYear(year ?? ''), month, day: Number(day), end };
}

function monthOf(word: string): number {
  return MONTHS.find(([start]) => start.test(word))?.[1] ?? 0;
}

function fullYear(figures: string): number {
  return figures.length === 2 ? 2000 + Number(figures) : Number(figures);
}

/** `HH:MM`; null when the text gives no time, undefined when it gives one that does not exist. */
function clockOf(plain: string): string | null | undefined {
  const clock = CLOCK.exec(plain);
  if (clock === null) return /\bmidi\b/.test(plain) ? '12:00' : null;
  const [hours, minutes] = [Number(clock[1]), Number(clock[2] ?? '0')];
  if (hours === 24 && minutes === 0) return '23:59';
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Lower case, without accents, white space evened out. */
function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u00A0\u202F]+/g, ' ')
    .trim();
}
