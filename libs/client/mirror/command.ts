import { Command, InvalidArgumentError, Option } from 'commander';
import { QuotaExceededError } from '../errors.js';
import { messageOf, runMirror, type MirrorOutput } from './mirror.js';
import { createProgress } from './progress.js';

/** How the process ends. Commander ends with 1 on a wrong option. */
export const EXIT = { done: 0, failed: 1, quota: 3, stopped: 130 } as const;

interface Options {
  base: string;
  cle: string;
  to: string;
  statut?: 'ouvert' | 'clos' | 'tous';
  suivre: boolean;
  intervalle: number;
  rythme: number;
  adresseChangee: boolean;
}

const EXAMPLES = `
Exemples :
  CLE=… npm run mirror -- --base https://exemple.fr/api/v1 --to avis.ndjson
  CLE=… npm run mirror -- --base https://exemple.fr/api/v1 --to postgres://moi@localhost/avis --suivre

Interrompu n’importe où, le miroir reprend où il en était : relancez la même commande.
Fin : 0 à jour ; 1 échec ; 3 quota du jour atteint, relancez après minuit UTC ; 130 arrêté.`;

/** Runs the mirror's command line. @param argv without the program. @returns the exit code. */
export async function runCommand(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const options = readOptions(argv);
  const output: MirrorOutput = {
    progress: createProgress(process.stderr),
    say: (line) => process.stderr.write(`${line}\n`),
  };
  try {
    const { base, cle, to, statut, suivre: follow, intervalle: interval, rythme: pageEvery, adresseChangee } = options;
    const mirror = { base, cle, to, statut, moved: adresseChangee, follow, interval, pageEvery };
    await runMirror(mirror, output, signal);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) {
      output.say('Arrêté. Relancez la même commande pour reprendre.');
      return EXIT.stopped;
    }
    if (error instanceof QuotaExceededError) {
      const when = error.resumeAt.toISOString().slice(0, 16).replace('T', ' ');
      output.say(`${error.message} Relancez la même commande après ${when} UTC : la copie reprend où elle en est.`);
      return EXIT.quota;
    }
    output.say(messageOf(error));
    return EXIT.failed;
  }
}

function readOptions(argv: readonly string[]): Options {
  return new Command('mirror')
    .description('Copie les avis de l’API et les tient à jour.')
    .requiredOption('--base <adresse>', 'adresse de l’API, qui finit par /api/v1', baseAddress)
    .addOption(new Option('--cle <cle>', 'clé, de préférence par la variable CLE').env('CLE').makeOptionMandatory())
    .requiredOption('--to <destination>', 'postgres://… ou un fichier .ndjson')
    .addOption(
      new Option('--statut <statut>', 'avis de la copie complète (ouvert par défaut)').choices([
        'ouvert',
        'clos',
        'tous',
      ]),
    )
    .option('--suivre', 'ne s’arrête pas : resynchronise à intervalle régulier', false)
    .option('--intervalle <secondes>', 'entre deux synchronisations, avec --suivre', seconds, 3600)
    .option('--rythme <secondes>', 'entre deux pages', seconds, 1)
    .option('--adresse-changee', 'le service que copie la destination a changé d’adresse pour --base', false)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help pour l’aide)')
    .parse(argv, { from: 'user' })
    .opts<Options>();
}

function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const accepted = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.username === '';
  if (!accepted) throw new InvalidArgumentError('Attendu : http(s)://hôte/api/v1.');
  return text.replace(/\/+$/, '');
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 86_400)) {
    throw new InvalidArgumentError('Attendu : un nombre de secondes de 0 à 86400.');
  }
  return value;
}
