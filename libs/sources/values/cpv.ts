import { CPV_2008 } from '../reference/cpv.js';
import { type Cleaned, kept, refused } from './cleaned.js';

/**
 * CPV code of 8 digits known to CPV 2008. The check digit (`45000000-7`) and a label behind the code are dropped, a
 * leading zero lost to spreadsheets (7 digits) is restored (docs/sources.md, D.4).
 */
export function cpv(raw: unknown): Cleaned<string> {
  if (raw === null || raw === undefined) return kept<string>(null);
  if (typeof raw !== 'string' && typeof raw !== 'number') return refused('cpv_illisible', raw);
  const text = String(raw).trim();
  if (text === '' || /^(nc|none|null|<na>)$/i.test(text)) return kept<string>(null);
  const code = /^(\d{7,8})(?:\s*-\s*\d)?(?![\d-])/.exec(text)?.[1];
  if (code === undefined) return refused('cpv_illisible', raw);
  const whole = code.padStart(8, '0');
  return CPV_2008.has(whole) ? kept(whole) : refused('cpv_inconnu', raw);
}
