/** Longest text of one field on a line, in characters. */
const FIELD_MAX = 160;

/**
 * A published text on one line, cut at `max` characters. Signs that are not seen (what turns the direction of a line,
 * too) are left out: who reads the answer reads what the model read.
 */
export function short(text: string | null | undefined, max = FIELD_MAX): string | null {
  const line =
    text
      ?.replace(/\p{Cf}/gu, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim() ?? '';
  if (line === '') return null;
  return line.length > max ? `${wellCut(line.slice(0, max - 1)).trimEnd()}…` : line;
}

/** Without the first half of a character that was cut in two. */
function wellCut(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

/** What is known of several, separated by ` · `. */
export function joined(...parts: (string | null | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

const EUROS = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });

/** `1 234 568 €`, with plain spaces; null when unknown. */
export function euros(amount: number | null | undefined): string | null {
  return amount == null ? null : `${count(amount)} €`;
}

/** `1 234`, with plain spaces. */
export function count(n: number): string {
  return EUROS.format(n).replace(/[\u00a0\u202f]/g, ' ');
}

/** `12 avis trouvés`: the noun and its participle agree. */
export function counted(n: number, one: string, many: string): string {
  return `${count(n)} ${n < 2 ? one : many}`;
}

const PARIS = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant in Paris, `15/12/2026 12:00`. */
export function parisTime(instant: string | null | undefined): string | null {
  return instant == null ? null : PARIS.format(new Date(instant)).replace(', ', ' ');
}

/** Items one a line, numbered. */
export function numbered(lines: readonly string[]): string {
  return lines.map((line, n) => `${n + 1}. ${line}`).join('\n');
}

/** Items one a line, which have a number of their own or need none. */
export function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Paragraphs, those that are empty left out. */
export function paragraphs(...parts: (string | null | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');
}
