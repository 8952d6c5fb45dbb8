import type { Command } from 'commander';
import { importProfils } from '#opportunites/write/import-profils';
import { importText } from '../output/lines-text.js';
import type { Session } from '../session.js';
import { linesOf } from './json-lines-file.js';
import { printImport } from './print-import.js';

export function addProfilImporter(profil: Command, session: Session): void {
  profil
    .command('importer')
    .description(
      'write profiles of accounts, one JSON object a line; all of the file or, when a line is wrong, nothing',
    )
    .argument('<fichier>', 'a file of JSON lines, or - to pipe them in')
    .option('--ignorer-erreurs', 'write the right lines although others are wrong', false)
    .addHelpText(
      'after',
      `
A line: {"compte_id": "<id of an account>", "profil": {…}}; "profil": null deletes it. Fields of a profile, each may be left out:
  cpv            CPV prefixes of 2 to 8 digits, as texts
  mots_cles      keywords: words, or groups of words that a notice must all hold
  departements   department codes
  rayon_km       whole kilometres around them
  budget_min, budget_max   euros, or null
  types_marche   of Travaux, Services, Fournitures
  procedures     labels, as notices show them
A profile that is the same keeps its version. The worker follows within seconds.

Examples:
  ops profil importer profils.jsonl
  echo '{"compte_id":"5a4c…e1","profil":{"cpv":["45"],"departements":["35"],"rayon_km":100}}' | ops profil importer -`,
    )
    .action(async (fichier: string, options: { ignorerErreurs: boolean }) => {
      const report = await session.withDatabase((db) => importProfils(db, linesOf(fichier), options));
      printImport(session, report, () => importText('profiles', report));
    });
}
