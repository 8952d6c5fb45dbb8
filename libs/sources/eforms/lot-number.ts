/** Identifier of the one lot of a procedure that is not divided. */
const UNDIVIDED = /^LOT-0+$/;

/** `LOT-0001` -> `1`; null for the undivided `LOT-0000` and for what is no lot (parts, groups of lots, `PROCEDURE`). */
export function lotNumber(identifier: string): string | null {
  const id = identifier.trim();
  if (UNDIVIDED.test(id)) return null;
  return /^LOT-0*(\w{1,20})$/.exec(id)?.[1] ?? null;
}
