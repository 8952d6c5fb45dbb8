import type { DataSource } from 'typeorm';
import { archiveBatch } from '#avis/write/archive';
import type { Clock } from '#platform/clock';
import type { Collect, HttpClient, Position } from '#sources/adapter';
import type { SourceCode } from '#sources/registry';
import { reasonOf } from './reason.js';
import { closeInterrupted, closeRun, openRun, reportProgress, type RunCounts, type RunOutcome } from './run-report.js';
import { withRunLock } from './run-lock.js';

export interface CollectSettings {
  db: DataSource;
  source: SourceCode;
  collect: Collect;
  http: HttpClient;
  clock: Clock;
  /** First day to collect when the source has no position, YYYY-MM-DD. */
  since: string;
  signal: AbortSignal;
  jobId: string | null;
  /** Told when documents are waiting to be normalised. */
  onArchived: () => void;
}

export interface RunResult extends RunCounts {
  outcome: RunOutcome;
  reason: string | null;
}

/**
 * One collection run of one source: asks for what is new, archives it batch by batch with the position reached, and
 * reports. What was archived before a failure stays; the next run goes on from there.
 * @returns null when another worker is collecting this source.
 */
export async function collectSource(settings: CollectSettings): Promise<RunResult | null> {
  let result: RunResult | null = null;
  await withRunLock(settings.db, settings.source, async () => {
    await closeInterrupted(settings.db, settings.source);
    const id = await openRun(settings.db, settings.source, settings.jobId);
    const counts: RunCounts = { seen: 0, added: 0, bytes: 0, faults: [] };
    let outcome: RunOutcome = 'succeeded';
    let reason: string | null = null;
    try {
      await collectAll(settings, id, counts);
      if (settings.signal.aborted) throw new Error('stopped');
    } catch (error) {
      outcome = settings.signal.aborted ? 'interrupted' : 'failed';
      reason = settings.signal.aborted ? 'the worker was stopped' : reasonOf(error);
    }
    await closeRun(settings.db, id, counts, outcome, reason);
    result = { ...counts, outcome, reason };
  });
  return result;
}

async function collectAll(settings: CollectSettings, id: string, counts: RunCounts): Promise<void> {
  const { db, source, signal, onArchived } = settings;
  const batches = settings.collect({
    http: settings.http,
    position: await positionOf(db, source),
    since: settings.since,
    now: settings.clock.now(),
    signal,
  });
  for await (const batch of batches) {
    const { added, bytes } = await archiveBatch(db, source, batch);
    counts.seen += batch.documents.length;
    counts.added += added;
    counts.bytes += bytes;
    counts.faults.push(...batch.faults);
    await reportProgress(db, id, counts);
    if (added > 0) onArchived();
    if (signal.aborted) return;
  }
}

async function positionOf(db: DataSource, source: string): Promise<Position | null> {
  const [row] = await db.query<{ position: Position | null }[]>('select position from write.source where code = $1', [
    source,
  ]);
  return row?.position ?? null;
}
