import type { DataSource } from 'typeorm';
import { attach, prepareAttachments } from './attach.js';
import { buildRegister, storeRegister } from './build-register.js';
import { type DeductionReport, reportOf } from './deduction-report.js';
import { findCandidates } from './find-candidates.js';
import { judgeNames } from './judge-names.js';
import { readMentions } from './read-mentions.js';
import type { OnStep } from './step.js';
import { withWorkTables } from './work-tables.js';

export interface DeductionOptions {
  /** Only says what it would do. */
  simulate?: boolean;
  onStep?: OnStep;
  signal?: AbortSignal;
}

/**
 * Makes the register anew from what notices and awards publish, attaches SIRETs to the notices that it can tell, and
 * queues these for projection. Takes one connection of the pool from beginning to end.
 * @throws DeductionUnderWay when another one runs; the signal's reason when it is stopped.
 */
export async function deduceSirets(db: DataSource, options: DeductionOptions = {}): Promise<DeductionReport> {
  const context = {
    onStep: options.onStep ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal,
  };
  const session = db.createQueryRunner();
  try {
    await session.connect();
    return await withWorkTables(session, async () => {
      await readMentions(session, context);
      const acheteurs = await buildRegister(session, context);
      await findCandidates(session);
      await judgeNames(session, context);
      const report = await reportOf(session, acheteurs);
      if (options.simulate === true) return report;
      await storeRegister(session);
      await prepareAttachments(session);
      return { ...report, attaches: await attach(session, context) };
    });
  } finally {
    await session.release();
  }
}
