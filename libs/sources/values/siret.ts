import { type Cleaned, kept, refused } from './cleaned.js';

const LA_POSTE = '356000000';

/** Whether a text is exactly a valid SIRET: 14 digits and Luhn, or for La Poste's sites a sum of digits divisible by 5. */
export function isSiret(text: string): boolean {
  if (!/^\d{14}$/.test(text) || text.startsWith('000000000')) return false;
  return luhn(text) || (text.startsWith(LA_POSTE) && digits(text).reduce((sum, digit) => sum + digit, 0) % 5 === 0);
}

/** Whether a text is exactly a valid SIREN: 9 digits and Luhn. */
export function isSiren(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000' && luhn(text);
}

/** SIRET of 14 digits; spaces, dots, hyphens and a leading « SIRET » are dropped, nothing is guessed. */
export function siret(raw: unknown): Cleaned<string> {
  if (raw === null || raw === undefined) return kept<string>(null);
  if (typeof raw !== 'string' && typeof raw !== 'number') return refused('siret_illisible', raw);
  const text = String(raw)
    .replace(/^\s*(n°\s*)?(siret|siren)\s*(n°)?\s*:?/i, '')
    .replace(/[\s\u00A0\u202F.\-_/]/g, '');
  if (text === '' || /^(nc|none|null|<na>)$/i.test(text)) return kept<string>(null);
  if (isSiret(text)) return kept(text);
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) return refused('siret_illisible', raw);
  if (text.length === 14) return refused('siret_luhn', raw);
  return refused(text.length === 9 ? 'siret_siren_seul' : 'siret_longueur', raw);
}

function luhn(text: string): boolean {
  let sum = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = text.charCodeAt(text.length - 1 - place) - 48;
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function digits(text: string): number[] {
  return Array.from(text, Number);
}
