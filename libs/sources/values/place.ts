import { isCodeDepartement } from '#contract/departements';
import { DEPARTEMENT_OF_NUTS3 } from '../reference/nuts3.js';
import { type Cleaned, kept, refused } from './cleaned.js';

/**
 * Department code from what sources write for it: `2`, `02`, `006`, `20A`, `2b`, `DPT07`, a postcode or a commune code.
 * `00` and empty mean none. A bare `20` is refused: Corsica has two departments since 1976.
 */
export function departement(raw: unknown): Cleaned<string> {
  if (raw === null || raw === undefined) return kept<string>(null);
  if (typeof raw !== 'string' && typeof raw !== 'number') return refused('departement_inconnu', raw);
  const text = String(raw)
    .trim()
    .toUpperCase()
    .replace(/^(DPT|DEP)\s*(?=\d)/, '');
  if (text === '' || /^(0+|NC|NONE|NULL|<NA>)$/.test(text)) return kept<string>(null);
  const code = text.length > 3 ? departementOfPostcode(text) : departementOfShortCode(text);
  return code === null ? refused('departement_inconnu', raw) : kept(code);
}

/** Department of a French postcode (`2A004`: INSEE code in Corsica); null when it has none (Monaco, army, malformed). */
export function departementOfPostcode(cp: string): string | null {
  const text = cp.replace(/\s/g, '').toUpperCase();
  const five = /^[1-9]\d{3}$/.test(text) ? `0${text}` : text;
  if (!/^(\d{5}|2[AB]\d{3})$/.test(five)) return null;
  if (five.startsWith('20')) return /^20[01]/.test(five) ? '2A' : '2B';
  const code = OVERSEAS_POSTCODES[five] ?? OVERSEAS_POSTCODES[five.slice(0, 3)] ?? overseasOrMainland(five);
  return isCodeDepartement(code) ? code : null;
}

/**
 * Department of a NUTS code of the current or the pre-2016 classification; of a shorter code only when all it holds lies in
 * one department (`FRY4`: La Réunion). Null otherwise.
 */
export function departementOfNuts(nuts: string): string | null {
  const code = nuts.trim().toUpperCase();
  const exact = DEPARTEMENT_OF_NUTS3.get(code);
  if (exact !== undefined) return exact;
  if (!/^FR[0-9A-Z]{1,2}$/.test(code)) return null;
  const held = new Set([...DEPARTEMENT_OF_NUTS3].filter(([nuts3]) => nuts3.startsWith(code)).map(([, held]) => held));
  const [only] = held;
  return held.size === 1 && only !== undefined ? only : null;
}

/**
 * Postcodes that do not begin with their department: Saint-Barthélemy and Saint-Martin kept Guadeloupe's and have their
 * CEDEX in 970, La Réunion has CEDEX in 977 and 978 (all seen in the BOAMP of 2021).
 */
const OVERSEAS_POSTCODES: Readonly<Record<string, string>> = {
  '97004': '971',
  '97054': '978',
  '97057': '978',
  '97067': '978',
  '97098': '977',
  '97133': '977',
  '97150': '978',
  '977': '974',
  '978': '974',
};

function overseasOrMainland(five: string): string {
  return five.slice(0, five.startsWith('97') || five.startsWith('98') ? 3 : 2);
}

function departementOfShortCode(text: string): string | null {
  const code = text
    .replace(/^20([AB])$/, '2$1')
    .replace(/^0(\d{2})$/, '$1')
    .padStart(2, '0');
  return isCodeDepartement(code) ? code : null;
}
