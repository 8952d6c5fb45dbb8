import type { Command } from 'commander';
import { deduceSirets } from '#acheteurs/write/deduce-sirets';
import type { DeductionReport } from '#acheteurs/write/deduction-report';
import { DeductionUnderWay } from '#acheteurs/write/work-tables';
import { createProgress } from '../output/progress.js';
import { table } from '../output/table.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';

/** `deduire`: the nightly deduction of SIRETs, now. */
export function addDeduire(program: Command, session: Session): void {
  program
    .command('deduire')
    .description('attach SIRETs to the notices whose buyer the register tells, as the worker does at 05:10 UTC')
    .option('--simuler', 'only print what it would do')
    .addHelpText('after', '\nExamples:\n  ops deduire --simuler\n  ops deduire --json')
    .action(async ({ simuler = false }: { simuler?: boolean }) => {
      const report = await deduce(session, simuler);
      session.output.print(
        { simulation: simuler, ...report },
        () => `${reportText(report, simuler)}\n\n${next(report, simuler)}`,
      );
    });
}

async function deduce(session: Session, simulate: boolean): Promise<DeductionReport> {
  const progress = createProgress(process.stderr, (line) => session.output.error(line));
  try {
    return await session.withDatabase((db) => deduceSirets(db, { simulate, onStep: progress.show.bind(progress) }));
  } catch (error) {
    if (error instanceof DeductionUnderWay) throw new Refusal('Another deduction is under way: wait for its end.');
    throw error;
  } finally {
    progress.stop();
  }
}

function reportText(report: DeductionReport, simulated: boolean): string {
  const counts: [string, number][] = [
    ['acheteurs au registre', report.acheteurs],
    ['avis sans SIRET publié', report.avis_sans_siret],
    [simulated ? '… à attacher' : '… attachés', report.attaches],
    ['… déjà attachés', report.deja],
    ['… publié chez un double', report.chez_un_double],
    ['… ambigus', report.ambigus],
    ['… inconnus du registre', report.inconnus],
    ['… sans nom qui désigne', report.sans_nom],
  ];
  return table(
    counts,
    [
      { title: '', of: ([name]) => name },
      { title: 'nombre', of: ([, count]) => count, align: 'right' },
    ],
    '',
  );
}

function next({ attaches }: DeductionReport, simulated: boolean): string {
  if (simulated) return 'Nothing is written. To attach them: ops deduire';
  return attaches === 0
    ? 'Nothing new: every notice stays as it is served.'
    : `${attaches} notices are queued: the worker publishes a version of each.`;
}
