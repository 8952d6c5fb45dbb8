import type { Command } from 'commander';
import { SCORE_MIN_DEFAULT } from '#contract/limits';
import { record } from '../output/table.js';
import { when } from '../output/when.js';
import { type StoredProfil, storedProfil } from '../queries/profils.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { uuid } from './values.js';

export function addProfilVoir(profil: Command, session: Session): void {
  profil
    .command('voir')
    .description('the profile of an account, and how large its feed is')
    .argument('<compte>', 'id of the account', uuid)
    .addHelpText('after', '\nExample:\n  ops profil voir 5a4c…e1')
    .action(async (compteId: string) => {
      const found = await session.withDatabase((db) => storedProfil(db, compteId, SCORE_MIN_DEFAULT));
      if (found === null) {
        throw new Refusal(
          `No profile for ${compteId}: ops compte lister shows the accounts, ops profil importer gives profiles.`,
        );
      }
      session.output.print(found, () => textOf(found));
    });
}

function textOf({ profil, fil, ...found }: StoredProfil): string {
  return record({
    compte: found.nom,
    version: found.version,
    importe_le: when(found.importe_le),
    ...Object.fromEntries(Object.entries(profil).map(([field, value]) => [field, shown(value)])),
    fil: `${String(fil.avis)} notices, ${String(fil.au_dessus)} of them of score ${String(SCORE_MIN_DEFAULT)} or more`,
    suite: found.erreur ?? (found.en_attente ? 'the feed does not follow it yet' : 'the feed is up to date'),
  });
}

function shown(value: string | number | null | string[]): string | number | null {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? null : value.join(', ');
}
