const NUMBERS = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });
const DATES = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const DAYS = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', day: 'numeric', month: 'short' });

const NO_BREAK = '\u00a0';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `12 345,6`. */
export function nombre(value: number): string {
  return NUMBERS.format(value);
}

/** `1 avis`, `12 345 avis`. */
export function compte(value: number, one: string, many: string): string {
  return `${nombre(value)} ${Math.abs(value) < 2 ? one : many}`;
}

/** `45 s`, `12 min`, `3 h 05`, `4 j`. */
export function duree(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return `${whole}${NO_BREAK}s`;
  if (whole < HOUR) return `${Math.round(whole / MINUTE)}${NO_BREAK}min`;
  if (whole < 2 * DAY) {
    const minutes = Math.round(whole / MINUTE);
    return `${Math.floor(minutes / 60)}${NO_BREAK}h${NO_BREAK}${String(minutes % 60).padStart(2, '0')}`;
  }
  return `${Math.round(whole / DAY)}${NO_BREAK}j`;
}

/** `il y a 12 min`, `dans 3 min`. @param instant RFC 3339 or epoch milliseconds. @param now epoch milliseconds. */
export function relatif(instant: string | number, now: number): string {
  const seconds = (now - new Date(instant).getTime()) / 1000;
  if (Math.abs(seconds) < 1) return 'maintenant';
  return seconds >= 0 ? `il y a ${duree(seconds)}` : `dans ${duree(-seconds)}`;
}

/** `21/11 09:40`, in UTC. */
export function instant(at: string | number): string {
  return DATES.format(new Date(at)).replace(', ', ' ');
}

/** `21 nov.` @param day YYYY-MM-DD. */
export function jour(day: string): string {
  return DAYS.format(new Date(`${day}T00:00:00Z`)).replace(' ', NO_BREAK);
}

/** `1,2 Mo`. */
export function octets(bytes: number): string {
  if (bytes < 1000) return `${bytes} o`;
  if (bytes < 1_000_000) return `${nombre(bytes / 1000)} ko`;
  return `${nombre(bytes / 1_000_000)} Mo`;
}
