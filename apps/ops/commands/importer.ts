import type { Command } from 'commander';
import type { Session } from '../session.js';
import { addImporterDecp } from './importer-decp.js';
import { addImporterEtat } from './importer-etat.js';
import { addImporterRejouer } from './importer-rejouer.js';
import { addImporterSirene } from './importer-sirene.js';

/** `importer`: reads the registers of contracts and companies now, in this process. One file a subcommand. */
export function addImporter(program: Command, session: Session): void {
  const importer = program
    .command('importer')
    .description('read the registers of contracts and companies now, as the worker does by itself');
  addImporterDecp(importer, session);
  addImporterSirene(importer, session);
  addImporterEtat(importer, session);
  addImporterRejouer(importer, session);
}
