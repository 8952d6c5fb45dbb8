import { InvalidArgumentError } from 'commander';
import { type SourceCode, SOURCES } from '#sources/registry';

const SECONDS_OF = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** `90s`, `30m`, `24h`, `7d` in seconds. */
export function duration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (!match) throw new InvalidArgumentError('Use a number and a unit: 90s, 30m, 24h, 7d.');
  return Number(match[1]) * SECONDS_OF[match[2] as keyof typeof SECONDS_OF];
}

/** The last instant of a day in UTC. */
export function date(text: string): Date {
  const end = new Date(`${text}T23:59:59.999Z`);
  // `2026-02-31` would be read as a day of March.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('Use a day that exists, YYYY-MM-DD.');
  }
  return end;
}

/** The first instant of a day in UTC. */
export function firstInstant(text: string): Date {
  date(text);
  return new Date(`${text}T00:00:00Z`);
}

/** An integer between bounds. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`Use an integer from ${String(min)} to ${String(max)}.`);
    }
    return value;
  };
}

/** A source of the registry. */
export function sourceCode(text: string): SourceCode {
  const known = SOURCES.find((source) => source.code === text);
  if (known === undefined) throw new InvalidArgumentError(`Use ${SOURCES.map((source) => source.code).join(', ')}.`);
  return known.code;
}

/** A day that exists, kept as text. */
export function day(text: string): string {
  date(text);
  return text;
}

export function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new InvalidArgumentError('Use the id that the list shows (a UUID).');
  }
  return text.toLowerCase();
}

/** An instant with its time zone: `2026-11-21T03:12:00Z`. */
export function instant(text: string): Date {
  const parsed = new Date(text);
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ||
    Number.isNaN(parsed.getTime())
  ) {
    throw new InvalidArgumentError('Use an instant with its time zone: 2026-11-21T03:12:00Z.');
  }
  return parsed;
}
