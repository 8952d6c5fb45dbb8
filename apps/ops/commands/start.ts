import type { Command } from 'commander';
import { launch } from '../launcher/launch.js';
import { Terminal } from '../launcher/terminal.js';
import { levelOf } from '../launcher/child-line.js';
import type { Session } from '../session.js';

export function addStart(program: Command, session: Session): void {
  program
    .command('start')
    .description('run the whole service in this terminal: database, migrations, feeds, worker, API')
    .option('--verbose', 'show every line of the applications, not only warnings and errors')
    .addHelpText(
      'after',
      '\nExamples:\n  npm start\n  PORT=8080 DATA_DIR=/srv/marches ops start\n  FEEDS=live ops start --verbose',
    )
    .action(async (options: { verbose?: boolean }) => {
      const configuration = session.configuration();
      const asked = levelOf(configuration.logLevel);
      const verbose = options.verbose === true || asked < levelOf('info');
      const quietBelow = verbose ? asked : Math.max(asked, levelOf('warn'));
      await launch(configuration, session.env, new Terminal(process.stdout, quietBelow));
    });
}
