import type { DataSource } from 'typeorm';
import type { HttpClient } from '#sources/adapter';
import { listFiles } from '../files/list-files.js';
import type { Downloader } from '../files/open-file.js';
import type { Registre } from '../registres.js';
import { type FileReport, importFile, type ImportProgress } from './import-file.js';
import { closeInterrupted } from './import-log.js';
import { withImportLock } from './locks.js';

/** What reaches the publishers: the HTTP gateway. */
export interface Network extends Downloader {
  client(signal: AbortSignal): HttpClient;
}

export interface ImportOptions {
  registre: Registre;
  /** Address of the description of a data.gouv dataset, of a file, or a path on this machine. */
  adresse: string;
  signal: AbortSignal;
  /** Job of the queue that asked for it. */
  jobId?: string | null;
  /** Reads every file from its beginning, whatever its state. */
  again?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Told of each file once it is done with. */
  onFile?: (report: FileReport) => void;
}

/**
 * Imports what a register publishes: its files one after the other, those that changed since they were last read. A file
 * that fails keeps no other waiting.
 * @returns a report a file; the import of a stopped process ends with the file that was cut off.
 * @throws ImportUnderWay; HttpFault or UnexpectedAnswer when the register does not say which files it has.
 */
export async function importRegister(db: DataSource, http: Network, options: ImportOptions): Promise<FileReport[]> {
  const { registre, adresse, signal, jobId = null, again = false } = options;
  return withImportLock(db, registre, async () => {
    await closeInterrupted(db, registre);
    const files = await listFiles(http.client(signal), adresse);
    const reports: FileReport[] = [];
    for (const { url } of files) {
      const report = await importFile({
        db,
        http,
        registre,
        fichier: url,
        signal,
        jobId,
        again,
        onProgress: options.onProgress ?? (() => undefined),
      });
      reports.push(report);
      options.onFile?.(report);
      if (signal.aborted) break;
    }
    return reports;
  });
}
