import type { Command } from 'commander';
import { migrate } from '#platform/database/migrate';
import { MIGRATIONS } from '../../../migrations/index.js';
import type { Session } from '../session.js';

export function addMigrer(program: Command, session: Session): void {
  program
    .command('migrer')
    .description('bring the database to the schema of this version; processes that ask together wait for each other')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://… ops migrer')
    .action(async () => {
      const done = await migrate(await session.databaseUrl(), MIGRATIONS);
      session.output.print({ migrations: done }, () =>
        done.length === 0 ? 'Nothing to do: the database is up to date.' : `Done: ${done.join(', ')}.`,
      );
    });
}
