import type { Command } from 'commander';
import { importStatuts } from '#opportunites/write/import-statuts';
import { importText } from '../output/lines-text.js';
import type { Session } from '../session.js';
import { linesOf } from './json-lines-file.js';
import { printImport } from './print-import.js';

/** `statut`: what users did with notices. */
export function addStatut(program: Command, session: Session): void {
  const statut = program.command('statut').description('what users did with the notices of their feeds');
  statut
    .command('importer')
    .description('write statuses of notices, one JSON object a line; all of the file or, when a line is wrong, nothing')
    .argument('<fichier>', 'a file of JSON lines, or - to pipe them in')
    .option('--ignorer-erreurs', 'write the right lines although others are wrong', false)
    .addHelpText(
      'after',
      `
A line: {"compte_id": "<id of an account>", "avis_id": "<id of a notice>", "statut": "saved", "vu_le": "2026-11-21T09:30:00Z"}
"vu_le", when the user first saw it, may be null or left out. Feeds show it at once.

Examples:
  ops statut importer statuts.jsonl
  ops statut importer statuts.jsonl --ignorer-erreurs --json`,
    )
    .action(async (fichier: string, options: { ignorerErreurs: boolean }) => {
      const report = await session.withDatabase((db) => importStatuts(db, linesOf(fichier), options));
      printImport(session, report, () => importText('statuses', report));
    });
}
