/**
 * France in ISO 3166-1: the Republic, and its overseas departments and collectivities that have a code of their own
 * (contract, department codes 971 to 988).
 */
const FRENCH = new Set([
  ...['FRA', 'GLP', 'MTQ', 'GUF', 'REU', 'MYT', 'SPM', 'BLM', 'MAF', 'WLF', 'PYF', 'NCL'],
  ...['FR', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC'],
]);

/** Whether an ISO 3166-1 code, alpha-2 or alpha-3, is of France or one of its territories. */
export function isFrenchCountry(code: string | null): boolean {
  return code !== null && FRENCH.has(code.trim().toUpperCase());
}
