import type { DataSource } from 'typeorm';
import { HttpFault } from '#sources/adapter';
import { recordsOf } from '../decp/records.js';
import { RegisterFault } from '../decp/register-record.js';
import { type Downloader, openFile } from '../files/open-file.js';
import type { Registre } from '../registres.js';
import { addBilans, type Bilan } from './bilan.js';
import {
  BEGINNING,
  closeReport,
  importedState,
  type ImportOutcome,
  openReport,
  reportProgress,
  startingPoint,
} from './import-log.js';
import { lockContrats, openBatch } from './locks.js';
import { type RawRecord, readBatch, storeBatch } from './store-declarations.js';

/** A batch ends at whichever comes first: a transaction of some hundred milliseconds, a few megabytes in memory. */
const BATCH_RECORDS = 500;
const BATCH_CHARACTERS = 2_000_000;

/** How far the import of a file has come. */
export interface ImportProgress {
  registre: Registre;
  fichier: string;
  /** Records read and committed, those of an import that was cut off included. */
  lus: number;
  /** Bytes taken, and how many there are; null when the publisher does not say. */
  octets: number;
  total: number | null;
  bilan: Bilan;
}

export interface FileReport {
  fichier: string;
  /** `unchanged`: in the state in which it was last read to its end. */
  outcome: ImportOutcome | 'unchanged';
  reason: string | null;
  lus: number;
  octets: number;
  bilan: Bilan | null;
}

export interface FileImport {
  db: DataSource;
  http: Downloader;
  registre: Registre;
  /** Address, or path on this machine. */
  fichier: string;
  signal: AbortSignal;
  jobId: string | null;
  /** Reads the file from its beginning whatever its state. */
  again: boolean;
  onProgress: (progress: ImportProgress) => void;
}

/**
 * Imports one file of a register batch by batch; each batch is one transaction with the figures it makes true. What was
 * committed before a failure or a kill stays, and an import of the same state goes on behind it. Never throws for what
 * the file or its server does: the report says it. The caller holds the register's lock.
 */
export async function importFile(settings: FileImport): Promise<FileReport> {
  const { db, http, registre, fichier, signal, again } = settings;
  const known = again ? null : await importedState(db, registre, fichier);
  let octets = 0;
  const onBytes = (taken: number): void => void (octets += taken);
  const opening = await attempted(signal, () => openFile(http, fichier, { known, signal, onBytes }));
  if (opening.outcome !== 'succeeded') return reportFailure(settings, opening);
  const opened = opening.value;
  if (opened === null) return { fichier, outcome: 'unchanged', reason: null, lus: 0, octets: 0, bilan: null };
  const { etat, octets: total, body } = opened;
  const start = again ? BEGINNING : await startingPoint(db, registre, fichier, etat);
  const id = await openReport(db, { registre, fichier, etat, jobId: settings.jobId, ...start });
  const state = { lus: start.lus, octets: 0, bilan: start.bilan };
  const commit = async (records: readonly RawRecord[]): Promise<void> => {
    const taken = octets;
    const batch = await readBatch(db, registre, records);
    await db.transaction(async (manager) => {
      await openBatch(manager);
      if (batch.declarations.length > 0) await lockContrats(manager);
      const bilan = addBilans(state.bilan, await storeBatch(manager, registre, batch));
      const next = { lus: state.lus + records.length, octets: taken, bilan };
      await reportProgress(manager, id, next);
      Object.assign(state, next);
    });
    settings.onProgress({ registre, fichier, total, ...state });
  };
  const { outcome, reason } = await attempted(signal, () => commitAll(recordsOf(body), start.lus, signal, commit));
  await closeReport(db, id, outcome, reason);
  return { fichier, outcome, reason, ...state };
}

type Attempt<T> =
  { outcome: 'succeeded'; reason: null; value: T } | { outcome: Exclude<ImportOutcome, 'succeeded'>; reason: string };

async function attempted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { outcome: 'succeeded', reason: null, value: await work() };
  } catch (error) {
    return signal.aborted
      ? { outcome: 'interrupted', reason: 'the process was stopped' }
      : { outcome: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RegisterFault || error instanceof HttpFault) return error.message;
  return `internal: ${error instanceof Error ? error.message : String(error)}`;
}

/** A file that cannot be opened has a report all the same: its reader looks there. */
async function reportFailure(
  { db, registre, fichier, jobId }: FileImport,
  { outcome, reason }: { outcome: ImportOutcome; reason: string },
): Promise<FileReport> {
  const id = await openReport(db, { registre, fichier, etat: null, jobId, ...BEGINNING });
  await closeReport(db, id, outcome, reason);
  return { fichier, outcome, reason, octets: 0, ...BEGINNING };
}

/** Reads the next batch while the last one is being written: parsing and PostgreSQL each keep a core busy. */
async function commitAll(
  records: AsyncIterable<RawRecord>,
  skip: number,
  signal: AbortSignal,
  commit: (batch: readonly RawRecord[]) => Promise<void>,
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batchesOf(records, skip)) {
      await writing;
      signal.throwIfAborted();
      writing = commit(batch);
      // Its failure is told when it is awaited, below.
      writing.catch(() => undefined);
    }
  } catch (error) {
    // What the file gave before it broke off is good.
    await writing;
    throw error;
  }
  await writing;
}

async function* batchesOf(records: AsyncIterable<RawRecord>, skip: number): AsyncGenerator<RawRecord[]> {
  let batch: RawRecord[] = [];
  let characters = 0;
  let left = skip;
  try {
    for await (const record of records) {
      if (left > 0) {
        left--;
        continue;
      }
      batch.push(record);
      characters += record.body.length;
      if (batch.length < BATCH_RECORDS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  } catch (error) {
    // A file that is cut is good up to there.
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}
