/**
 * An invented company that may not be disclosed, in every simulated register. Nothing else is written like it: where one
 * of these texts is found in an answer, a log line or a read table, something that must stay hidden came out.
 */
export const CANARI = {
  siren: '777777772',
  sirets: ['77777777200016', '77777777200024', '77777777200032'],
  prenom: 'Xylophandre',
  nom: 'Zwittermont',
} as const;

/** Lower case, without accents; the stems of full-text search are found by them too. */
const TEXTS = [CANARI.siren, 'xylophan', 'zwitterm'];

/** Which text of the canary stands in a text; null when none does. */
export function canariIn(text: string): string | null {
  const lower = text.toLowerCase();
  return TEXTS.find((one) => lower.includes(one)) ?? null;
}
