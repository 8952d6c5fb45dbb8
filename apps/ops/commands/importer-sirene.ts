import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { stockOfName } from '#contrats/files/sirene-addresses';
import { STOCKS, type StockSirene } from '#contrats/sirene/stocks';
import { importSirene, type SireneProgress, type SireneReport } from '#contrats/write/import-sirene';
import { ImportUnderWay } from '#contrats/write/locks';
import { openGateway } from '../open-gateway.js';
import { IMPORT_OUTCOMES } from '../output/import-text.js';
import { createProgress, type Progress } from '../output/progress.js';
import { table } from '../output/table.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { wakeWorker } from '../wake-worker.js';

/** The lock of the file, and the batch that is being written. */
const CONNECTIONS = 3;
const MEGABYTE = 1_000_000;
const WORDS: Readonly<Record<string, StockSirene>> = {
  unites: 'sirene_unites',
  etablissements: 'sirene_etablissements',
};

type Wanted = { stock: StockSirene; adresse: string }[];

/** `importer sirene`: the companies that we know, as SIRENE has them, now. */
export function addImporterSirene(importer: Command, session: Session): void {
  importer
    .command('sirene')
    .description('look in SIRENE for the companies that we know: names, sizes, places, and who may not be disclosed')
    .argument('[what]', 'unites, etablissements, or a stock file: path or address; absent: both')
    .option('--relire', 'look for every company even if the file has not changed since it was read')
    .addHelpText(
      'after',
      '\nExamples:\n  ops importer sirene\n  ops importer sirene unites --relire\n  ops importer sirene ./StockEtablissement_utf8.parquet\n\nFiles are CSV in zip, as INSEE publishes them, or Parquet; their name tells which of the two they are. Ctrl-C stops after the batch under way.',
    )
    .action(async (what: string | undefined, { relire = false }: { relire?: boolean }) => {
      const reports = await importAll(session, wantedOf(session, what), relire);
      session.output.print(reports, () => reportText(reports));
      const failed = reports.filter(({ outcome }) => outcome === 'failed');
      if (failed.length > 0) throw new Refusal(failed.map((one) => `${one.fichier}: ${one.reason ?? ''}`).join('\n'));
    });
}

function wantedOf(session: Session, what: string | undefined): Wanted {
  const { addresses } = session.configuration().sirene;
  const named = WORDS[what ?? ''];
  if (what === undefined || named !== undefined) {
    return (named === undefined ? STOCKS : [named]).map((stock) => ({ stock, adresse: addresses[stock] }));
  }
  const remote = /^https?:\/\//i.test(what);
  if (!remote && !existsSync(what)) throw new Refusal(`${what} is neither unites, etablissements nor a file.`);
  const stock = stockOfName(what);
  if (stock === null) {
    throw new Refusal(
      'The name of the file must hold StockUniteLegale or StockEtablissement: it tells which one it is.',
    );
  }
  return [{ stock, adresse: remote ? what : resolve(what) }];
}

async function importAll(session: Session, wanted: Wanted, again: boolean): Promise<SireneReport[]> {
  const progress = createProgress(process.stderr, (line) => session.output.error(line));
  const http = openGateway(session.configuration());
  const stop = stopOnSignal();
  const reports: SireneReport[] = [];
  try {
    await session.withDatabase(async (db) => {
      for (const { stock, adresse } of wanted) {
        if (stop.signal.aborted) break;
        const { signal } = stop;
        const folder = join(session.configuration().dataDir, 'sirene');
        reports.push(
          await importSirene(db, http, { stock, adresse, folder, again, signal, onProgress: shown(progress) }),
        );
      }
    }, CONNECTIONS);
    // The queue may be away: the worker looks by itself.
    if (reports.some(({ bilan }) => bilan.changees > 0)) {
      await wakeWorker(session, 'recalculer').catch(() => undefined);
    }
    return reports;
  } catch (error) {
    if (!(error instanceof ImportUnderWay)) throw error;
    throw new Refusal(`Another import of ${error.registre} is under way: wait for its end.`);
  } finally {
    progress.stop();
    stop.release();
    await http.close();
  }
}

function shown(progress: Progress): (state: SireneProgress) => void {
  return ({ stock, lus, octets, total }) => {
    const step = lus === 0 ? `${stock}: fetched, MB` : `${stock}: read, MB`;
    const done = Math.round(octets / MEGABYTE);
    progress.show(step, done, total === null ? done : Math.max(1, Math.round(total / MEGABYTE)));
  };
}

function reportText(reports: readonly SireneReport[]): string {
  return table<SireneReport>(
    reports,
    [
      { title: 'fichier', of: ({ fichier }) => fichier.split('/').at(-1) ?? fichier },
      { title: 'lignes lues', of: ({ lus }) => lus, align: 'right' },
      { title: 'cherchées', of: ({ bilan }) => bilan.cherchees, align: 'right' },
      { title: 'trouvées', of: ({ bilan }) => bilan.trouvees, align: 'right' },
      { title: 'changées', of: ({ bilan }) => bilan.changees, align: 'right' },
      { title: 'non diffusibles', of: ({ bilan }) => bilan.non_diffusibles, align: 'right' },
      { title: 'illisibles', of: ({ bilan }) => bilan.illisibles, align: 'right' },
      { title: 'issue', of: ({ outcome }) => IMPORT_OUTCOMES[outcome] },
    ],
    '',
    ({ reason }) => reason,
  );
}
