import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { abandonReplay, AlreadyInForce } from '#avis/write/replay/abandon-replay';
import { applyReplay, FactsInUse, NothingToApply } from '#avis/write/replay/apply-replay';
import { MassDisappearance } from '#avis/write/replay/disappearances';
import { rebuild, type ReplayOptions } from '#avis/write/replay/rebuild';
import { readReplay, ReplayLost, type ReplayState, ReplayUnderWay } from '#avis/write/replay/replay-state';
import { type ReplayReport, reportOf } from '#avis/write/replay/report';
import { systemClock } from '#platform/clock';
import { normaliserOf } from '#sources/adapters';
import type { SourceCode } from '#sources/registry';
import { createProgress } from '../output/progress.js';
import { disappearancesText, replayText } from '../output/replay-text.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { firstInstant, sourceCode } from './values.js';

const BATCH = 500;
/** The replay's lock, the batch being stored, the one being read. */
const CONNECTIONS = 3;
const STEPS = { normalise: 'documents', match: 'notices', compare: 'notices' } as const;

interface Options {
  source?: SourceCode[];
  depuis?: Date;
  appliquer?: boolean;
  malgreDisparitions?: boolean;
}

/** `rejouer`: rebuilds from the archive beside what is served, says what would change, changes it when told. */
export function addRejouer(program: Command, session: Session): void {
  const rejouer = program
    .command('rejouer')
    .description('rebuild every notice from the archive beside what is served, and print what would change')
    .option('--source <code>', 'only documents of this source are normalised again; may be repeated', collected)
    .option('--depuis <date>', 'only documents collected since this day (UTC) are normalised again', firstInstant)
    .option('--appliquer', 'put the result in force at once, whatever the report says but a mass disappearance')
    .option('--malgre-disparitions', 'apply although more than a fifth of the notices of a source would be gone')
    .addHelpText(
      'after',
      '\nExamples:\n  ops rejouer\n  ops rejouer --source ted --depuis 2026-11-01\n  ops rejouer appliquer\n\nThe service goes on meanwhile and nothing of it changes until the result is applied. Stopped, it is started anew.',
    )
    .action(async (options: Options) => {
      await withReplay(session, async (db, replayOptions) => {
        const replay = await rebuild(db, { sources: options.source, since: options.depuis ?? null }, replayOptions);
        const report = await reportOf(db.manager, replay);
        if (options.appliquer !== true) {
          print(
            session,
            report,
            'Nothing is changed yet. To apply it: ops rejouer appliquer; to drop it: ops rejouer abandonner',
          );
          return;
        }
        const queued = await apply(db, replayOptions, options);
        print(session, { ...report, queued }, queuedText(queued));
      });
    });

  rejouer
    .command('appliquer')
    .description('put the last replay in force, with what was archived since; the worker publishes what differs')
    .addHelpText('after', '\nExamples:\n  ops rejouer appliquer\n  ops rejouer appliquer --malgre-disparitions')
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const queued = await withReplay(session, (db, replayOptions) => apply(db, replayOptions, options));
      session.output.print({ queued }, () => queuedText(queued));
    });

  rejouer
    .command('rapport')
    .description('print the report of the last replay again')
    .action(async () => {
      const report = await session.withDatabase(async (db) => reportOf(db.manager, await compared(db)));
      session.output.print(report, () => replayText(report));
    });

  rejouer
    .command('abandonner')
    .description('drop what the last replay rebuilt; what is served stays')
    .action(async () => {
      const dropped = await withReplay(session, (db) => abandonReplay(db));
      session.output.print({ dropped }, () => (dropped ? 'Dropped.' : 'Nothing to drop: no replay waits.'));
    });
}

function collected(code: string, before: SourceCode[] = []): SourceCode[] {
  return [...before, sourceCode(code)];
}

async function apply(db: DataSource, options: ReplayOptions, { malgreDisparitions = false }: Options): Promise<number> {
  return applyReplay(db, { ...options, despiteDisappearances: malgreDisparitions });
}

async function compared(db: DataSource): Promise<ReplayState> {
  const replay = await readReplay(db.manager);
  if (replay?.phase !== 'compared') throw new Refusal('No replay waits for a decision: run ops rejouer first.');
  return replay;
}

function print(session: Session, report: ReplayReport & { queued?: number }, next: string): void {
  session.output.print(report, () => `${replayText(report)}\n\n${next}`);
}

function queuedText(queued: number): string {
  return queued === 0
    ? 'In force. Every notice stays as it is served.'
    : `In force. ${queued} notices are queued: the worker publishes those whose served form changes.`;
}

/** Runs work with what a replay needs, shows its progress, and turns what may refuse it into what to do. */
async function withReplay<T>(
  session: Session,
  work: (db: DataSource, options: ReplayOptions) => Promise<T>,
): Promise<T> {
  const progress = createProgress(process.stderr, (line) => session.output.error(line));
  const options: ReplayOptions = {
    normaliserOf,
    clock: systemClock,
    limit: BATCH,
    siteUrl: session.configuration().siteUrl,
    onProgress: ({ step, done, total }) => progress.show(STEPS[step], done, total),
  };
  try {
    return await session.withDatabase((db) => work(db, options), CONNECTIONS);
  } catch (error) {
    throw explained(error);
  } finally {
    progress.stop();
  }
}

function explained(error: unknown): unknown {
  if (error instanceof ReplayUnderWay) return new Refusal('Another replay is under way: wait for its end.');
  if (error instanceof ReplayLost)
    return new Refusal('Another process dropped this replay or started one: run it again.');
  if (error instanceof AlreadyInForce) {
    return new Refusal('Its facts are in force already: end it with ops rejouer appliquer.');
  }
  if (error instanceof NothingToApply) return new Refusal(`Nothing is applied: ${error.message}. Run ops rejouer.`);
  if (error instanceof FactsInUse) {
    return new Refusal(
      'Nothing is applied: another session holds the facts (a dump, a long query). Try again after it: ops rejouer appliquer',
    );
  }
  if (error instanceof MassDisappearance) {
    return new Refusal(
      `Nothing is applied, since this is rather a defect than a fact:\n${disappearancesText(error.disappearances)}\nRead the report (ops rejouer rapport); if it is right: ops rejouer appliquer --malgre-disparitions`,
    );
  }
  return error;
}
