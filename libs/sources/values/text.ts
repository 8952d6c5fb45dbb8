import { decodeHTMLStrict } from 'entities';

const NO_VALUE = /^(nc|n\.c\.?|n\/a|nan|none|null|undefined|<na>|--none--|cdl|cf_niv_suiv|[-.\s_]+)$/i;
const BREAKING_TAG = /<(?:br(?:\s*\/)?|\/p|\/div|\/li|\/tr|\/h[1-6])\s*>/gi;
const TAG =
  /<\/?(?:p|br|b|i|u|em|strong|span|div|font|ul|ol|li|h[1-6]|table|tbody|tr|td|th|a|sup|sub)(?:\s[^<>]*)?\/?>/gi;
/** Windows-1252 from 0x80 to 0x9F, unassigned places blank. Node 20's own decoder reads this range as Latin-1. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Nothing in it that the rules below would change, but double spaces: nearly all texts. Composed letters only. */
const PLAIN = /^[ -%'-;=-~\u00A1-\u00CB\u00CD-\u02FF\u2010-\u2027\u20AC]*$/;

/**
 * Text to serve (docs/sources.md, D.5): HTML entities decoded (also escaped twice), characters of Windows-1252 left as C1
 * controls mended, accents read byte by byte (`CapaciteÌ\u0081s`, seen) joined again, HTML tags dropped, white space evened
 * out (line ends kept), tokens that mean « no value » -> null. U+FFFD stays: what was lost at the source is not guessed.
 * Anything but a text or a number is null.
 */
export function text(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const written = String(raw).trim();
  if (written === '' || NO_VALUE.test(written)) return null;
  if (PLAIN.test(written) && !written.includes('  ')) return written;
  const clean = decodeHTMLStrict(decodeHTMLStrict(written))
    .replace(BREAKING_TAG, '\n')
    .replace(TAG, '')
    .replace(/\u00CC([\u0080\u0081\u0082\u0088\u00A7])/g, (_, byte: string) =>
      String.fromCharCode(byte.charCodeAt(0) + 0x280),
    )
    .replace(/[\u0080-\u009F]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80))
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .normalize('NFC')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return clean === '' || NO_VALUE.test(clean) ? null : clean;
}

/** Same, on one line: titles and names. */
export function line(raw: unknown): string | null {
  return text(raw)?.replace(/\s*\n\s*/g, ' ') ?? null;
}
