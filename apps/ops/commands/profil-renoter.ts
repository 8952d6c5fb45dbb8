import type { Command } from 'commander';
import { queueEverything } from '#opportunites/write/queue-everything';
import type { Session } from '../session.js';

export function addProfilRenoter(profil: Command, session: Session): void {
  profil
    .command('renoter')
    .description('score every notice again for every profile: after a release that scores otherwise')
    .addHelpText('after', '\nExample:\n  ops profil renoter')
    .action(async () => {
      const avis = await session.withDatabase((db) => queueEverything(db));
      session.output.print({ avis }, () => `${String(avis)} notices queued; the worker scores them again.`);
    });
}
