import type { Command } from 'commander';
import { queueAll } from '#contrats/write/queue-all';
import type { Session } from '../session.js';

/** `recalculer`: every contract, contractor and buyer is rendered again. */
export function addRecalculer(program: Command, session: Session): void {
  program
    .command('recalculer')
    .description('render every contract, contractor and buyer again: after a release that renders otherwise')
    .addHelpText('after', '\nWhat stays the same is not written.\n\nExample:\n  ops recalculer')
    .action(async () => {
      const queued = await session.withDatabase(queueAll);
      session.output.print({ queued }, () => `${queued} rows are queued: the worker renders them.`);
    });
}
