import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { CutUnderWay, cutSource, restoreSource, type SourceMove } from '#avis/write/source-state';
import type { SourceCode } from '#sources/registry';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { wakeWorker } from '../wake-worker.js';
import { sourceCode } from './values.js';

const LOOK_EVERY_MS = 500;
const WAIT_MS = 60_000;
/** Longest wait for a queue that is away. */
const HURRY_MS = 3_000;

/** `source couper` and `source retablir`: whether a source's notices are served. Collection goes on either way. */
export function addSourceEtat(source: Command, session: Session): void {
  /** The worker looks by itself within seconds: the queue only makes it sooner. */
  const hurry = () => Promise.race([wakeWorker(session, 'project').catch(() => null), sleep(HURRY_MS, null)]);
  const print = (code: SourceCode, etat: 'active' | 'coupee', { changed, queued }: SourceMove) => {
    session.output.print({ source: code, etat, changed, avis: queued }, () =>
      changed
        ? `${code} is ${etat} now: the worker ${etat === 'coupee' ? 'retires' : 'serves again'} ${queued} notices.`
        : `${code} was ${etat} already.`,
    );
  };

  source
    .command('couper')
    .description('stop serving a source: its notices leave the lists at once and are retired as source_coupee')
    .argument('<code>', 'code of the source (`ops source lister`)', sourceCode)
    .option('--motif <text>', 'why, for the history')
    .addHelpText('after', '\nExample:\n  ops source couper place --motif "demande de l’éditeur"')
    .action(async (code: SourceCode, { motif }: { motif?: string }) => {
      const move = await session.withDatabase((db) => cutSource(db, code, motif ?? null));
      if (move.changed) await hurry();
      print(code, 'coupee', move);
    });

  source
    .command('retablir')
    .description('serve a source again, once its cut is wholly applied')
    .argument('<code>', 'code of the source', sourceCode)
    .option('--motif <text>', 'why, for the history')
    .addHelpText('after', '\nExample:\n  ops source retablir place')
    .action(async (code: SourceCode, { motif }: { motif?: string }) => {
      const move = await session.withDatabase((db) => restoreWhenApplied(db, code, motif ?? null));
      if (move.changed) await hurry();
      print(code, 'active', move);
    });
}

async function restoreWhenApplied(db: DataSource, code: SourceCode, motif: string | null): Promise<SourceMove> {
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      return await restoreSource(db, code, motif);
    } catch (error) {
      if (!(error instanceof CutUnderWay)) throw error;
      if (Date.now() >= end)
        throw new Refusal(
          `The cut of ${code} is not wholly applied (${error.left} notices left to retire): is a worker running? Try again then.`,
        );
    }
    await sleep(LOOK_EVERY_MS);
  }
}
