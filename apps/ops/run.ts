import { Command, CommanderError } from 'commander';
import { AccessRefusal } from '#access/refusal';
import { ConfigurationError } from '#platform/configuration/configuration';
import { addAnnoncer } from './commands/annoncer.js';
import { addAvis } from './commands/avis.js';
import { addCle } from './commands/cle.js';
import { addCompte } from './commands/compte.js';
import { addCoupures } from './commands/coupures.js';
import { addDeduire } from './commands/deduire.js';
import { addDisparitions } from './commands/disparitions.js';
import { addDoublons } from './commands/doublons.js';
import { addExecutions } from './commands/executions.js';
import { addHistorique } from './commands/historique.js';
import { addImporter } from './commands/importer.js';
import { addMigrer } from './commands/migrer.js';
import { addPrestataire } from './commands/prestataire.js';
import { addProfil } from './commands/profil.js';
import { addPurger } from './commands/purger.js';
import { addQualite } from './commands/qualite.js';
import { addQuota } from './commands/quota.js';
import { addRecalculer } from './commands/recalculer.js';
import { addRejouer } from './commands/rejouer.js';
import { addRestauration } from './commands/restauration.js';
import { addSauvegarde } from './commands/sauvegarde.js';
import { addSource } from './commands/source.js';
import { addStart } from './commands/start.js';
import { addStatut } from './commands/statut.js';
import { addUsage } from './commands/usage.js';
import { addVerdict } from './commands/verdict.js';
import { createOutput, type Streams } from './output/output.js';
import { Refusal } from './refusal.js';
import { createSession } from './session.js';

const DONE = 0;
const REFUSED = 1;
const USAGE = 2;

/**
 * The operators' command line.
 * @returns the exit code: 0 done, 1 refused with a message that names what to do, 2 wrong usage.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv, streams: Streams): Promise<number> {
  const program = new Command('ops');
  const output = createOutput(streams, () => program.opts<{ json?: boolean }>().json === true);
  const session = createSession(env, output);
  program
    .description("marches-publics-api: the operators' command line (npm run ops -- <command>)")
    .option('--json', 'print one JSON document instead of text')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
    .showHelpAfterError('(--help shows what is accepted)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nThe database is DATABASE_URL, else the embedded one of the service that runs on DATA_DIR.\nExit codes: 0 done, 1 refused (the message says what to do), 2 wrong usage.',
    );
  addStart(program, session);
  addMigrer(program, session);
  addCompte(program, session);
  addCle(program, session);
  addQuota(program, session);
  addUsage(program, session);
  addAnnoncer(program, session);
  addCoupures(program, session);
  addSource(program, session);
  addAvis(program, session);
  addHistorique(program, session);
  addExecutions(program, session);
  addRejouer(program, session);
  addDisparitions(program, session);
  addQualite(program, session);
  addDeduire(program, session);
  addDoublons(program, session);
  addPrestataire(program, session);
  addRecalculer(program, session);
  addImporter(program, session);
  addProfil(program, session);
  addStatut(program, session);
  addVerdict(program, session);
  addSauvegarde(program, session);
  addRestauration(program, session);
  addPurger(program, session);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    if (error instanceof Refusal || error instanceof AccessRefusal || error instanceof ConfigurationError) {
      output.error(error.message);
      return REFUSED;
    }
    output.error(`Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return REFUSED;
  }
}
