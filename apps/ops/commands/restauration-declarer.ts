import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { type Declaration, declareRestoration, UnsafeDeclaration } from '#avis/write/restauration/declare';
import { restamp } from '#avis/write/restauration/restamp';
import { lastRestoration, type Restoration } from '#avis/write/restauration/restoration';
import { readWitness, type Witnessed } from '#avis/write/restauration/witness';
import { createProgress } from '../output/progress.js';
import { restorationText } from '../output/restoration-text.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { linesOf } from './json-lines-file.js';
import { instant } from './values.js';

/** Notices of one transaction: 4.5 s at most among a million on a loaded machine, of the 60 s that a writing transaction may last. */
const BATCH = 5_000;

interface Options {
  perte?: Date;
  point?: Date;
  temoin?: string;
  temoinEntier?: boolean;
  malgreWorkers?: boolean;
  simuler?: boolean;
}

/** `restauration declarer` and `restauration reprendre`. */
export function addRestaurationDeclarer(restauration: Command, session: Session): void {
  restauration
    .command('declarer')
    .description(
      'say that the database was restored: versions start above all that clients saw, and what they may hold otherwise is told again',
    )
    .option('--perte <instant>', 'last instant at which the lost database may have been read (default: now)', instant)
    .option(
      '--point <instant>',
      'instant until which the backup reaches (default: the last trace in the database)',
      instant,
    )
    .option(
      '--temoin <file>',
      'notices that a copy of the lost database knows: ops restauration temoin, or a mirror in a file; - to pipe in',
    )
    .option('--temoin-entier', 'the witness is the lost database itself: what it does not contradict is unchanged')
    .option('--malgre-workers', 'although workers run')
    .option('--simuler', 'only print what it would do')
    .addHelpText(
      'after',
      '\nExamples:\n  ops restauration declarer --simuler\n  ops restauration declarer --perte 2026-11-21T03:12:00Z\n  ops restauration declarer --temoin temoin.ndjson --temoin-entier\n\nBefore workers and APIs are started again. Once a restore: each run tells everything again. See docs/runbooks/restore.md.',
    )
    .action(async (options: Options) => {
      if (options.temoinEntier === true && options.temoin === undefined) {
        throw new Refusal('--temoin-entier needs --temoin <file>.');
      }
      const declaration: Declaration = {
        point: options.point ?? null,
        perte: options.perte ?? null,
        marginSeconds: session.configuration().syncMarginSeconds,
        temoin: options.temoin === undefined ? null : witnesses(options.temoin),
        temoinEntier: options.temoinEntier ?? false,
        despiteWorkers: options.malgreWorkers ?? false,
        simulate: options.simuler ?? false,
      };
      const restoration = await session.withDatabase((db) => declareAndStamp(session, db, declaration));
      session.output.print({ simulation: declaration.simulate, ...restoration }, () =>
        [
          restorationText(restoration),
          declaration.simulate
            ? 'Nothing is written.'
            : 'Start the workers and the APIs, then look at: ops restauration etat',
        ].join('\n\n'),
      );
    });

  restauration
    .command('reprendre')
    .description('go on stamping after `declarer` was stopped or killed; workers and APIs may run meanwhile')
    .addHelpText('after', '\nExample:\n  ops restauration reprendre')
    .action(async () => {
      const restoration = await session.withDatabase((db) => stampRest(session, db));
      session.output.print(restoration, () => restorationText(restoration));
    });
}

async function* witnesses(file: string): AsyncGenerator<Witnessed> {
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    if (text.trim() === '') continue;
    const witnessed = readWitness(text);
    if (witnessed === null)
      throw new Refusal(`Line ${line} of ${file} tells no notice: an object with id and version is expected.`);
    yield witnessed;
  }
}

async function declareAndStamp(session: Session, db: DataSource, declaration: Declaration): Promise<Restoration> {
  try {
    const restoration = await declareRestoration(db, declaration);
    return declaration.simulate ? restoration : await stampRest(session, db);
  } catch (error) {
    if (error instanceof UnsafeDeclaration) throw new Refusal(`Nothing is declared. ${error.message}`);
    throw error;
  }
}

async function stampRest(session: Session, db: DataSource): Promise<Restoration> {
  const progress = createProgress(process.stderr, (line) => session.output.error(line));
  const stop = stopOnSignal();
  try {
    await restamp(db, {
      limit: BATCH,
      signal: stop.signal,
      onProgress: (done, total) => progress.show('notices', done, total),
    });
  } finally {
    stop.release();
    progress.stop();
  }
  const restoration = await lastRestoration(db.manager);
  if (restoration === null) throw new Refusal('No restore was declared: ops restauration declarer');
  return restoration;
}
