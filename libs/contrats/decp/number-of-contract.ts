/** Longer than any identifier; an index of PostgreSQL holds at most 2,700 bytes. */
const LONGEST = 80;

/** Year, internal number, two digits of the modification: the form of the order of 14 April 2017. */
const REGULATORY = /^((?:19|20)\d\d[^]{3,10})(\d\d)$/;
/** Before them, two digits are the number of a lot: `202422V0135-02`, `202401L04`. */
const LOT_BEFORE = /(?:[-_/.\s]|L|LOT)$/i;
/** Contracts with more modifications are rarer than numbers that end in more: `2018244` and `2018245` are two contracts. */
const MOST_MODIFICATIONS = 9;

export interface ContractNumber {
  /** In the spelling of a uid: without the number of the modification. */
  number: string;
  /** Null where the number is not in the regulatory form. */
  modification: number | null;
}

/**
 * The number of a contract and that of its modification. In the form of 2017 to 2023 (which several platforms kept since)
 * the last two digits count the modifications: they are taken off, so that all states of a contract share one number.
 * @param modifications how many the record lists.
 * @returns null when there is no number, or an absurdly long one.
 */
export function contractNumber(raw: unknown, modifications: number): ContractNumber | null {
  const written = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const [whole, number = '', suffix = ''] = REGULATORY.exec(written) ?? [];
  const modification = Number(suffix);
  if (whole !== undefined && isModification(number, modification, modifications))
    return named(number) === '' ? null : { number: named(number), modification };
  return named(written) === '' || written.length > LONGEST ? null : { number: named(written), modification: null };
}

/** An identifier in the spelling of a uid: decp.info's `_` for spaces and ` ,\./`, never two in a row (docs/contrats.md). */
export function named(identifier: string): string {
  return identifier
    .trim()
    .replace(/[\s,\\./_\p{Cc}\p{Surrogate}]+/gu, '_')
    .slice(0, LONGEST);
}

function isModification(number: string, modification: number, listed: number): boolean {
  if (modification === 0) return true;
  if (modification > Math.max(listed, MOST_MODIFICATIONS)) return false;
  return modification === listed || !LOT_BEFORE.test(number);
}
