import type { Anomaly, AnomalyCode } from '../publication.js';

/** Outcome of a clean-up rule: the value to serve, or null; and, when a value was refused, why and what it was. */
export interface Cleaned<T> {
  value: T | null;
  anomaly: { code: AnomalyCode; brut: string } | null;
}

const BRUT_MAX = 200;

/** A value that passes, or null where the source gives none: neither is an anomaly. */
export function kept<T>(value: T | null): Cleaned<T> {
  return { value, anomaly: null };
}

/** A value that the source gives and that cannot be served: kept raw, at most 200 characters. */
export function refused<T>(code: AnomalyCode, brut: unknown): Cleaned<T> {
  return { value: null, anomaly: { code, brut: rawText(brut).slice(0, BRUT_MAX) } };
}

/** The first rule that yields a value or an anomaly wins: for fields with several places in a format. */
export function firstCleaned<T>(...attempts: (() => Cleaned<T>)[]): Cleaned<T> {
  let seen: Cleaned<T> = kept<T>(null);
  for (const attempt of attempts) {
    const cleaned = attempt();
    if (cleaned.value !== null) return cleaned;
    if (seen.anomaly === null) seen = cleaned;
  }
  return seen;
}

export interface Collector {
  /** Notes the anomaly, if any, under the contract path `champ` and gives the value to serve. */
  keep<T>(champ: string, cleaned: Cleaned<T>): T | null;
  readonly anomalies: Anomaly[];
}

/** Gathers the anomalies of one publication while its fields are read. */
export function createCollector(): Collector {
  const anomalies: Anomaly[] = [];
  return {
    anomalies,
    keep(champ, cleaned) {
      if (cleaned.anomaly !== null) anomalies.push({ champ, ...cleaned.anomaly });
      return cleaned.value;
    },
  };
}

/** Without NUL nor lone surrogates, which PostgreSQL's jsonb refuses. */
function rawText(brut: unknown): string {
  const text = typeof brut === 'string' ? brut : jsonText(brut);
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** A value nested without end, which a hostile document may hold, exhausts the stack of the serialiser. */
function jsonText(brut: unknown): string {
  try {
    const text = JSON.stringify(brut) as string | undefined;
    return text ?? String(brut);
  } catch (error) {
    if (error instanceof RangeError) return '[…]';
    throw error;
  }
}
