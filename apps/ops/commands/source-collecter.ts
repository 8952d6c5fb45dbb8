import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { variableOf } from '#platform/configuration/source-addresses';
import type { SourceCode } from '#sources/registry';
import { outcomeText, secondsTaken } from '../output/run-text.js';
import { lastRuns, type Run, runOfJob } from '#avis/write/run-reports';
import { sourcePlans } from '../queries/source-plans.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { wakeWorker } from '../wake-worker.js';
import { duration, sourceCode } from './values.js';

const LOOK_EVERY_MS = 250;
const WAIT_SECONDS = 60;

/** `source collecter`: asks the worker for a run and follows it to its end. */
export function addSourceCollecter(source: Command, session: Session): void {
  source
    .command('collecter')
    .description(
      'collect a source now, by the running worker, paused or failing as it may be, and wait for the end of the run',
    )
    .argument('<code>', 'code of the source (`ops source lister`)', sourceCode)
    .option('--attendre <duration>', 'how long to wait: 90s, 30m; 0s only asks', duration, WAIT_SECONDS)
    .addHelpText('after', '\nExamples:\n  ops source collecter boamp\n  ops source collecter ted --attendre 0s')
    .action(async (code: SourceCode, { attendre }: { attendre: number }) => {
      const run = await session.withDatabase(async (db) => {
        const plan = (await sourcePlans(db, session.configuration())).find((one) => one.source === code);
        if (plan?.adresse == null) {
          throw new Refusal(
            `Nobody said where ${code} is read: ops source regler ${code} --adresse <url>, or ${variableOf(code)} for the worker.`,
          );
        }
        const before = (await lastRuns(db, code, 1))[0]?.id ?? '0';
        const jobId = await wakeWorker(session, 'collect', { source: code, asked: true });
        return attendre === 0 ? null : await follow(db, { code, jobId, before, seconds: attendre });
      });
      session.output.print(run ?? { source: code, outcome: null }, () =>
        run === null ? `Asked: the worker collects ${code} as soon as it can. See: ops executions` : report(run),
      );
      if (run?.outcome === 'failed') {
        throw new Refusal(`The run of ${code} failed: ${run.reason ?? 'no reason stated'}. The worker tries again.`);
      }
    });
}

async function follow(
  db: DataSource,
  { code, jobId, before, seconds }: { code: string; jobId: string; before: string; seconds: number },
): Promise<Run> {
  const end = Date.now() + seconds * 1000;
  let run: Run | null = null;
  while (Date.now() < end) {
    run = await runOfJob(db, jobId, code, before);
    if (run !== null && run.outcome !== null) return run;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Refusal(
    run === null
      ? `No worker took the run of ${code} within ${seconds} s: is one running, or still busy with this source? See: ops executions --source ${code}`
      : `The run of ${code} goes on after ${seconds} s. See: ops executions --source ${code}`,
  );
}

function report(run: Run): string {
  return `${run.source}: ${outcomeText(run)} in ${String(secondsTaken(run))} s; ${run.seen} documents seen, ${run.added} new, ${run.changed} of them changed, ${run.faults} faults.`;
}
