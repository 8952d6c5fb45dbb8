/** Longer than any identifier; an index of PostgreSQL holds at most 2,700 bytes. */
const LONGEST = 80;

/** Year, internal number, two digits of the modification: the form of the order of 14 April 2017. */
const REGULATORY = /^((?:19|20)\d\d[^]{3,10})(\d\d)$/;
/** Before them, two digits are the number of a lot: `202422V0135-02`, `202401L04`. */
const LOT_BEFORE = /(?:[-_/.\s]|L|LOT)$/i;
/** Numbers that end in more are rather contracts in a row: `2018244` and `2018245`. */
const MOST_STATES = 9;

export interface ContractNumber {
  /** In the spelling of a uid: without the number of the modification. */
  number: string;
  /** Null where the number is not in the regulatory form. */
  modification: number | null;
}

/**
 * The number of a contract and that of its modification. In the form of 2017 to 2023 (which several platforms kept since)
 * the last two digits count the modifications: they are taken off, so that all states of a contract share one number. They
 * are that when they are 00 or as many as the record lists (130 of 131 of one platform). In the format of 2019 PES also counts
 * states without listing anything; since the form is free, the same digits are lots (all of 132 groups of 2022 to 2026).
 * @param modifications how many the record lists.
 * @param format of the record: 2019 gives the buyer's name, 2022 does not.
 * @returns null when there is no number, or an absurdly long one.
 */
export function contractNumber(raw: unknown, modifications: number, format: 2019 | 2022): ContractNumber | null {
  const written = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const [whole, number = '', suffix = ''] = REGULATORY.exec(written) ?? [];
  const modification = Number(suffix);
  if (
    whole !== undefined &&
    (modification === 0 || modification === modifications || isState(number, modification, format))
  )
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

function isState(number: string, modification: number, format: 2019 | 2022): boolean {
  return format === 2019 && modification <= MOST_STATES && !LOT_BEFORE.test(number);
}
