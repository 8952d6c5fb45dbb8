import type { DataSource, EntityManager } from 'typeorm';
import { HttpFault } from '#sources/adapter';
import { isThere, type LocalFile, localCopy } from '../files/local-copy.js';
import type { Downloader } from '../files/open-file.js';
import type { SireneRow } from '../sirene/company.js';
import { openStock } from '../sirene/open-stock.js';
import { ETABLISSEMENT_COLUMNS, readEtablissement } from '../sirene/read-etablissement.js';
import { readUnite, UNITE_COLUMNS } from '../sirene/read-unite.js';
import { StockFault } from '../sirene/stock.js';
import type { StockSirene } from '../sirene/stocks.js';
import { type StoredCompanies, storeEtablissements, storeUnites } from './import-sirene-companies.js';
import { noteSearched, queueChanged, sirensToFind } from './import-sirene-known.js';
import { type BilanSirene, emptyBilanSirene, lastReading, openSireneReport } from './import-sirene-report.js';
import { closeInterrupted, closeReport, type ImportOutcome, reportProgress } from './import-log.js';
import { lockContrats, openBatch, withImportLock } from './locks.js';

/** Rows of one transaction. */
const BATCH = 500;

export interface SireneOptions {
  stock: StockSirene;
  /** Of the file, or its path on this machine. */
  adresse: string;
  /** Where the copy of a file of the network is kept. */
  folder: string;
  signal: AbortSignal;
  /** Job of the queue that asked for it. */
  jobId?: string | null;
  /** Looks for every known company whatever the state of the file. */
  again?: boolean;
  onProgress?: (progress: SireneProgress) => void;
}

/** How far the import has come; while the file is being fetched `lus` is 0. */
export interface SireneProgress {
  stock: StockSirene;
  /** Rows passed, known or not. */
  lus: number;
  /** Of the file, of which a part is read: bytes as sent while it is fetched, then as they are out of the archive. */
  octets: number;
  total: number | null;
  bilan: BilanSirene;
}

export interface SireneReport {
  stock: StockSirene;
  fichier: string;
  /** `unchanged`: the file is the one that was read last, and every company that we know was looked for in it. */
  outcome: ImportOutcome | 'unchanged';
  reason: string | null;
  lus: number;
  bilan: BilanSirene;
}

/**
 * Reads one stock file of SIRENE for the companies that we know and queues what is served of those that changed. The same
 * file is read again only for companies that were never looked for in it. Cut off anywhere it is started again from the
 * beginning: rows already stored are found unchanged.
 * @returns what came of it: never throws for what the file or its server does.
 * @throws ImportUnderWay.
 */
export async function importSirene(db: DataSource, http: Downloader, options: SireneOptions): Promise<SireneReport> {
  const { stock, adresse } = options;
  return withImportLock(db, stock, async () => {
    await closeInterrupted(db, stock);
    const state = { id: null as string | null, lus: 0, bilan: emptyBilanSirene() };
    const ended = await attempted(options.signal, () => run(db, http, options, state));
    // A file that could not be opened has a report all the same: its reader looks there.
    if (ended.outcome !== 'unchanged') {
      state.id ??= await openSireneReport(db, { stock, adresse, etat: null, jobId: options.jobId ?? null });
      await closeReport(db, state.id, ended.outcome, ended.reason);
    }
    return { stock, fichier: adresse, ...ended, lus: state.lus, bilan: state.bilan };
  });
}

interface Running {
  id: string | null;
  lus: number;
  bilan: BilanSirene;
}

/** @returns false when there was nothing to read. */
async function run(db: DataSource, http: Downloader, options: SireneOptions, state: Running): Promise<boolean> {
  const { stock, adresse, signal, again = false } = options;
  const known = await sirensToFind(db, stock, false);
  if (known.size === 0) return noteInUse(db, http, options, state);
  const tell = (octets: number, total: number | null): void =>
    options.onProgress?.({ stock, lus: state.lus, octets, total, bilan: state.bilan });
  const last = await lastReading(db, stock, adresse);
  const unsearched = await sirensToFind(db, stock, true);
  const done = !again && last.complete && unsearched.size === 0;
  const file = await localCopy(http, adresse, {
    folder: options.folder,
    known: last.etat,
    done,
    signal,
    onBytes: tell,
  });
  const same = !again && file.etat !== null && last.complete && last.etat === file.etat;
  const wanted = same ? unsearched : known;
  if (wanted.size === 0) return false;
  state.id = await openSireneReport(db, { stock, adresse, etat: file.etat, jobId: options.jobId ?? null });
  await readFile(db, options, { file, wanted, state, id: state.id, tell });
  return true;
}

/**
 * Nobody to look for: the first import of all says that SIRENE is in use, so that whoever comes is named only once SIRENE was
 * asked. Not where it cannot be reached: nobody would ever be named.
 */
async function noteInUse(
  db: DataSource,
  http: Downloader,
  { stock, adresse, signal, jobId = null }: SireneOptions,
  state: Running,
): Promise<boolean> {
  const [used] = await db.query<unknown[]>(
    `select from write.import where registre = $1 and outcome = 'succeeded' limit 1`,
    [stock],
  );
  if (used !== undefined) return false;
  await isThere(http, adresse, signal);
  state.id = await openSireneReport(db, { stock, adresse, etat: null, jobId });
  return true;
}

interface Reading {
  file: LocalFile;
  wanted: ReadonlySet<number>;
  state: Running;
  id: string;
  tell: (octets: number, total: number | null) => void;
}

async function readFile(db: DataSource, { stock, signal }: SireneOptions, reading: Reading): Promise<void> {
  const { file, wanted, state, id, tell } = reading;
  const { columns, take } = STOCK_FILES[stock];
  const found = new Set<string>();
  let octets = 0;
  let waiting: SireneRow[] = [];
  const commit = (): Promise<void> =>
    db.transaction(async (manager) => {
      const batch = waiting;
      await openBatch(manager);
      await lockContrats(manager);
      const taken = await take(manager, batch);
      await queueChanged(manager, stock, taken);
      state.bilan.nouvelles += taken.created;
      state.bilan.changees += taken.changed.length;
      state.bilan.non_diffusibles += taken.undisclosed;
      state.bilan.illisibles += taken.unreadable;
      state.bilan.trouvees = found.size;
      await reportProgress(manager, id, { lus: state.lus, octets, bilan: state.bilan });
      waiting = [];
    });
  state.bilan.cherchees = wanted.size;
  const { rows, size } = await openStock(file.path, { columns, keeps: (siren) => wanted.has(siren) });
  for await (const part of rows) {
    signal.throwIfAborted();
    state.lus = part.seen;
    octets = part.read;
    state.bilan.illisibles += part.unreadable;
    for (const row of part.rows) {
      waiting.push(row);
      found.add(row['siren'] ?? '');
      if (waiting.length >= BATCH) await commit();
    }
    tell(octets, size);
  }
  await commit();
  await noteSearched(db, stock, wanted);
}

interface Taken extends StoredCompanies {
  /** Rows that may not be disclosed. */
  undisclosed: number;
  unreadable: number;
}

/** What is read of each stock file, and where it goes. */
const STOCK_FILES: Record<
  StockSirene,
  { columns: readonly string[]; take: (manager: EntityManager, rows: readonly SireneRow[]) => Promise<Taken> }
> = {
  sirene_unites: { columns: UNITE_COLUMNS, take: taking(readUnite, storeUnites) },
  sirene_etablissements: { columns: ETABLISSEMENT_COLUMNS, take: taking(readEtablissement, storeEtablissements) },
};

function taking<T extends { diffusible: boolean }>(
  read: (row: SireneRow) => T | null,
  store: (manager: EntityManager, rows: readonly T[]) => Promise<StoredCompanies>,
): (manager: EntityManager, rows: readonly SireneRow[]) => Promise<Taken> {
  return async (manager, rows) => {
    const companies = rows.map(read).filter((one) => one !== null);
    return {
      ...(companies.length === 0 ? { changed: [], hidden: [], created: 0 } : await store(manager, companies)),
      undisclosed: companies.filter(({ diffusible }) => !diffusible).length,
      unreadable: rows.length - companies.length,
    };
  };
}

async function attempted(
  signal: AbortSignal,
  work: () => Promise<boolean>,
): Promise<Pick<SireneReport, 'outcome' | 'reason'>> {
  try {
    return { outcome: (await work()) ? 'succeeded' : 'unchanged', reason: null };
  } catch (error) {
    if (signal.aborted) return { outcome: 'interrupted', reason: 'the process was stopped' };
    return { outcome: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StockFault) return `the file cannot be imported: ${error.message}`;
  return error instanceof HttpFault
    ? error.message
    : `internal: ${error instanceof Error ? error.message : String(error)}`;
}
