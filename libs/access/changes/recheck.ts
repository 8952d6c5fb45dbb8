/**
 * Oldest age, in milliseconds, of what an API instance believes of a key or a switch without asking the database again.
 * Changes must be seen within 2 s even when notifications are lost; this leaves 1 s for a slow answer.
 */
export const RECHECK_MS = 1_000;
