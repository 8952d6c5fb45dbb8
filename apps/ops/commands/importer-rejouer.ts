import type { Command } from 'commander';
import { rereadDeclarations, type RereadReport } from '#contrats/write/reread-declarations';
import { createProgress } from '../output/progress.js';
import { record } from '../output/table.js';
import type { Session } from '../session.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { wakeWorker } from '../wake-worker.js';

export function addImporterRejouer(importer: Command, session: Session): void {
  importer
    .command('rejouer')
    .description('read every archived record of the contract registers again, and fold every contract again')
    .addHelpText(
      'after',
      '\nExamples:\n  ops importer rejouer\n\nFor a release whose rules have changed; without a change nothing changes. Ctrl-C stops after the batch under way.',
    )
    .action(async () => {
      const progress = createProgress(process.stderr, (line) => session.output.error(line));
      const stop = stopOnSignal();
      try {
        const report = await session.withDatabase((db) =>
          rereadDeclarations(db, {
            signal: stop.signal,
            onProgress: (done, total) => progress.show('records', done, total),
          }),
        );
        // The queue may be away: the worker looks by itself.
        await wakeWorker(session, 'recalculer').catch(() => undefined);
        progress.stop();
        session.output.print(report, () => reportText(report));
      } finally {
        progress.stop();
        stop.release();
      }
    });
}

function reportText({ declarations, relues, admises, contrats, defauts }: RereadReport): string {
  return record({
    enregistrements: `${declarations}, ${relues} read otherwise, ${admises} no longer refused`,
    contrats: `${contrats.crees} created, ${contrats.changes} changed, ${contrats.disparus} gone`,
    ...(defauts === 0 ? {} : { défauts: `${defauts}: they stay as they were` }),
  });
}
