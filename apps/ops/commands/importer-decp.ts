import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Registre, REGISTRES } from '#contrats/registres';
import { importRegister } from '#contrats/write/import-decp';
import type { ImportProgress } from '#contrats/write/import-file';
import { ImportUnderWay } from '#contrats/write/locks';
import { HttpFault, UnexpectedAnswer } from '#sources/adapter';
import { openGateway } from '../open-gateway.js';
import { type ImportReport, importsText } from '../output/import-text.js';
import { createProgress, type Progress } from '../output/progress.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { wakeWorker } from '../wake-worker.js';

/** The register's lock, the batch being written, the one being recognised. */
const CONNECTIONS = 3;

interface Options {
  registre?: Registre;
  relire?: boolean;
}

/** What is asked for: whole registers, or one file of one of them. */
type Wanted = { registre: Registre; adresse: string }[];

export function addImporterDecp(importer: Command, session: Session): void {
  importer
    .command('decp')
    .description('import the contract registers: the files that changed, behind what an import cut off has committed')
    .argument('[what]', `a register (${REGISTRES.join(', ')}), or a file: path or address; absent: every register`)
    .option('--registre <code>', 'register that the file is of', registreNamed)
    .option('--relire', 'read files again although they have not changed since they were imported')
    .addHelpText(
      'after',
      '\nExamples:\n  ops importer decp\n  ops importer decp pes_marche\n  ops importer decp ./decp-2024.json --registre decp_minef\n  ops importer decp https://example.org/aife.xml --registre aife_dume --relire\n\nFiles are JSON (formats 2019 and 2022) or XML, compressed by gzip or not. Ctrl-C stops after the batch under way.',
    )
    .action(async (what: string | undefined, options: Options) => {
      const reports = await importAll(session, wantedOf(session, what, options), options.relire === true);
      session.output.print(reports, () => importsText(reports));
      const failed = reports.filter(({ outcome }) => outcome === 'failed');
      if (failed.length > 0) throw new Refusal(failed.map((one) => `${one.fichier}: ${one.reason ?? ''}`).join('\n'));
    });
}

function registreNamed(text: string): Registre {
  const known = REGISTRES.find((registre) => registre === text);
  if (known === undefined) throw new InvalidArgumentError(`Use ${REGISTRES.join(', ')}.`);
  return known;
}

function wantedOf(session: Session, what: string | undefined, { registre }: Options): Wanted {
  const { addresses } = session.configuration().registres;
  const named = REGISTRES.find((one) => one === what);
  if (what === undefined || named !== undefined) {
    const registres = named === undefined ? REGISTRES.filter((one) => (registre ?? one) === one) : [named];
    return registres.map((one) => ({ registre: one, adresse: addresses[one] }));
  }
  const remote = /^https?:\/\//i.test(what);
  if (!remote && !existsSync(what)) {
    throw new Refusal(`${what} is neither a register (${REGISTRES.join(', ')}) nor a file.`);
  }
  if (registre === undefined) throw new Refusal(`Say which register the file is of: --registre ${REGISTRES.join('|')}`);
  return [{ registre, adresse: remote ? what : resolve(what) }];
}

async function importAll(session: Session, wanted: Wanted, again: boolean): Promise<ImportReport[]> {
  const progress = createProgress(process.stderr, (line) => session.output.error(line));
  const http = openGateway(session.configuration());
  const stop = stopOnSignal();
  const reports: ImportReport[] = [];
  try {
    await session.withDatabase(async (db) => {
      for (const { registre, adresse } of wanted) {
        if (stop.signal.aborted) break;
        await importRegister(db, http, {
          registre,
          adresse,
          again,
          signal: stop.signal,
          onProgress: shown(progress),
          onFile: (report) => reports.push({ registre, ...report }),
        });
      }
    }, CONNECTIONS);
    // The queue may be away: the worker looks by itself.
    await wakeWorker(session, 'recalculer').catch(() => undefined);
    return reports;
  } catch (error) {
    throw explained(error);
  } finally {
    progress.stop();
    stop.release();
    await http.close();
  }
}

const MEGABYTE = 1_000_000;

/** In bytes where the file's size is known: nobody knows how many records come. */
function shown(progress: Progress): (state: ImportProgress) => void {
  return ({ registre, octets, total, lus }) => {
    if (total === null) progress.show(`${registre} records`, lus, lus);
    else progress.show(`${registre} MB`, Math.round(octets / MEGABYTE), Math.max(1, Math.round(total / MEGABYTE)));
  };
}

function explained(error: unknown): unknown {
  if (error instanceof ImportUnderWay) {
    return new Refusal(`Another import of ${error.registre} is under way: wait for its end. See: ops importer etat`);
  }
  if (error instanceof HttpFault || error instanceof UnexpectedAnswer) {
    return new Refusal(`The register does not say which files it has: ${error.message}`);
  }
  return error;
}
