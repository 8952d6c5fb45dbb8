import { isCodeDepartement } from '#contract/departements';
import { line } from '#sources/values/text';
import type { SireneRow } from './company.js';

/** SIRENE writes this in place of what it may not tell. */
const HIDDEN = '[ND]';
const LONGEST = 300;

/** A text of the row on one line; null when SIRENE gives none, or hides it. */
export function textOf(row: SireneRow, column: string): string | null {
  const text = line(row[column] ?? null);
  return text === null || text.includes(HIDDEN) ? null : text.slice(0, LONGEST);
}

/** The first of the columns that holds a text. */
export function firstText(row: SireneRow, columns: readonly string[]): string | null {
  for (const column of columns) {
    const text = textOf(row, column);
    if (text !== null) return text;
  }
  return null;
}

/** Digits of a number of fixed length: Parquet files type some as integers, which have lost their leading zeros. */
export function digitsOf(row: SireneRow, column: string, length: number): string | null {
  const text = row[column]?.trim() ?? '';
  return /^\d+$/.test(text) && text.length <= length ? text.padStart(length, '0') : null;
}

/** `43.21A`; null for anything else, codes of older classifications too. */
export function activityOf(row: SireneRow, column: string): string | null {
  const text = row[column]?.trim() ?? '';
  return /^\d{2}\.\d{2}[A-Z]$/.test(text) ? text : null;
}

/**
 * Only `O` is disclosable. `P` (partly) and `N` are not, and neither is what a file does not say or says in a way that we do not
 * know: what is hidden by mistake is shown at the next import, what was shown by mistake cannot be taken back.
 */
export function isDisclosable(row: SireneRow, column: string): boolean {
  return row[column]?.trim() === 'O';
}

/** Department of an INSEE code of commune (`75056`, `2A004`, `97411`, `98818`); null abroad. */
export function departementOfCommune(code: string | null): string | null {
  if (code === null || !/^(\d{5}|2[AB]\d{3})$/.test(code)) return null;
  const departement = /^9[78]/.test(code) ? code.slice(0, 3) : code.slice(0, 2);
  return isCodeDepartement(departement) ? departement : null;
}
