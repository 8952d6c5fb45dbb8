import type { Command } from 'commander';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { lastBackups, noteBackup } from '../queries/backups.js';
import type { Session } from '../session.js';
import { integer } from './values.js';

const LONGEST_LIST = 1_000;
const LARGEST_BACKUP = 9_999_999_999;

/** `sauvegarde`: backups are made elsewhere (docker/backup); here it is said that one succeeded, and seen when the last did. */
export function addSauvegarde(program: Command, session: Session): void {
  const sauvegarde = program
    .command('sauvegarde')
    .description('backups that succeeded: what the alert about their age looks at');

  sauvegarde
    .command('noter')
    .description('say that a backup has just succeeded; docker/backup does so by itself')
    .argument('<lieu>', 'where it is, for whoever will need it')
    .option('--ko <n>', 'its size in kilobytes', integer(0, LARGEST_BACKUP))
    .addHelpText('after', '\nExample:\n  ops sauvegarde noter s3://sauvegardes/2026-11-21 --ko 48211032')
    .action(async (lieu: string, { ko }: { ko?: number }) => {
      const noted = await session.withDatabase((db) => noteBackup(db, lieu, ko === undefined ? null : ko * 1000));
      session.output.print(noted, () => `Noted: ${noted.lieu}, ${when(noted.terminee_le)}.`);
    });

  sauvegarde
    .command('etat')
    .description('the last backups, newest first')
    .option('--limite <n>', 'how many', integer(1, LONGEST_LIST), 10)
    .addHelpText('after', '\nExample:\n  ops sauvegarde etat')
    .action(async ({ limite }: { limite: number }) => {
      const backups = await session.withDatabase((db) => lastBackups(db, limite));
      session.output.print(backups, () =>
        table(
          backups,
          [
            { title: 'terminée', of: (row) => when(row.terminee_le) },
            { title: 'Ko', of: (row) => (row.octets === null ? null : Math.ceil(row.octets / 1000)), align: 'right' },
            { title: 'lieu', of: (row) => row.lieu },
          ],
          'No backup was ever noted: see docs/runbooks/restore.md',
        ),
      );
    });
}
