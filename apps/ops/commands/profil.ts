import type { Command } from 'commander';
import type { Session } from '../session.js';
import { addProfilImporter } from './profil-importer.js';
import { addProfilRenoter } from './profil-renoter.js';
import { addProfilVoir } from './profil-voir.js';

/** `profil`: what accounts look for, of which their feeds are made. One file a subcommand. */
export function addProfil(program: Command, session: Session): void {
  const profil = program
    .command('profil')
    .description('what accounts look for: trade, places, budget; their feeds (GET /opportunites) follow');
  addProfilImporter(profil, session);
  addProfilVoir(profil, session);
  addProfilRenoter(profil, session);
}
