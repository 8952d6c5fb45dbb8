import type pg from 'pg';
import type { Reading } from '#platform/observation/read-at-scrape';

/** What one statement, or a few, tell of the whole service: every worker tells the same. */
export interface FactPart {
  /** Shown where it fails. */
  name: string;
  /** Time between two questions, in milliseconds. */
  everyMs: number;
  metrics: readonly FactMetric[];
  /** @returns readings by name of metric; none of one whose value is not known. @throws when the database does not answer. */
  ask(db: pg.Pool): Promise<Readonly<Record<string, readonly Reading[]>>>;
}

export interface FactMetric {
  name: string;
  help: string;
  kind: 'gauge' | 'counter';
  labels?: readonly string[];
}

/** A reading, unless there is no value. */
export function known(value: number | null | undefined, labels?: Record<string, string>): Reading[] {
  return value === null || value === undefined ? [] : [labels === undefined ? [value] : [value, labels]];
}
