import { type Cleaned, kept, refused } from './cleaned.js';

/** Below or at this, an amount is a placeholder (docs/sources.md, D.2). */
const PLACEHOLDER_MAX = 1;
/** From this on, no French public contract: 100 billion euros. */
const ABSURD_FROM = 1e11;

/**
 * Euros, at most 2 decimals. 0 means « not given » (eForms 0.00): null, no anomaly. Refused as absurd: negative, up to 1,
 * only nines (six or more), 100 billion and more. Machine decimals use a dot; spaces and « 1 892 000,50 € » are read too.
 */
export function amount(raw: unknown): Cleaned<number> {
  if (raw === null || raw === undefined) return kept<number>(null);
  if (typeof raw !== 'string' && typeof raw !== 'number') return refused('montant_illisible', raw);
  const text = String(raw)
    .replace(/[\s\u00A0\u202F']/g, '')
    .replace(/(€|euros?|eur)?(ht|ttc|hors taxes?)?$/i, '');
  if (text === '' || /^(nc|none|null|<na>)$/i.test(text)) return kept<number>(null);
  const value = typeof raw === 'number' ? raw : read(text);
  if (value === null || !Number.isFinite(value)) return refused('montant_illisible', raw);
  const rounded = Math.round(value * 100) / 100;
  if (rounded === 0) return kept<number>(null);
  if (rounded <= PLACEHOLDER_MAX || rounded >= ABSURD_FROM || onlyNines(rounded))
    return refused('montant_absurde', raw);
  return kept(rounded);
}

function read(text: string): number | null {
  if (/^-?\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(text)) {
    // « 350.000 » is 350 or 350 000 according to who writes: not guessed.
    return /^\d{1,3}\.\d{3}$/.test(text) ? null : Number(text);
  }
  if (/^-?\d+,\d{1,2}$/.test(text)) return Number(text.replace(',', '.'));
  if (/^\d{1,3}(\.\d{3}){2,}(,\d{1,2})?$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(,\d{3}){2,}(\.\d{1,2})?$/.test(text)) return Number(text.replaceAll(',', ''));
  return null;
}

function onlyNines(value: number): boolean {
  return /^9{6,}(\.9+)?$/.test(String(value));
}
