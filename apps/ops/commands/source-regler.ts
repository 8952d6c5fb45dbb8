import { type Command, InvalidArgumentError, Option } from 'commander';
import { regler } from '#avis/write/reglages';
import type { Reglage } from '#sources/plan';
import type { SourceCode } from '#sources/registry';
import { planText } from '../output/plan-text.js';
import { sourcePlans } from '../queries/source-plans.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { duration, sourceCode } from './values.js';

interface Options {
  adresse?: string | false;
  sansAdresse?: true;
  cadence?: number;
  pause?: true;
  reprise?: true;
  defaut?: true;
}

/** `source regler`: where a source is read and how often, from now on and without a restart. */
export function addSourceRegler(source: Command, session: Session): void {
  source
    .command('regler')
    .description('set where a source is read and how often; running workers follow within seconds')
    .argument('<code>', 'code of the source (`ops source lister`)', sourceCode)
    .addOption(new Option('--adresse <url>', 'read it there').argParser(address))
    .addOption(new Option('--sans-adresse', 'no longer collect it, whatever the environment says').conflicts('adresse'))
    .addOption(new Option('--cadence <duration>', 'time between two collections: 30s, 15m, 6h').argParser(cadence))
    .addOption(new Option('--pause', 'stop collecting it for a while; what it brought stays served'))
    .addOption(new Option('--reprise', 'collect it again').conflicts('pause'))
    .addOption(
      new Option('--defaut', 'forget all that was set here: the environment decides again').conflicts([
        'adresse',
        'sansAdresse',
        'cadence',
        'pause',
        'reprise',
      ]),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  ops source regler place --adresse https://www.marches-publics.gouv.fr --cadence 30m\n  ops source regler aws --pause\n  ops source regler aws --defaut',
    )
    .action(async (code: SourceCode, options: Options) => {
      const change = options.defaut === true ? null : changeOf(options);
      const plan = await session.withDatabase(async (db) => {
        await regler(db, code, change);
        return (await sourcePlans(db, session.configuration())).find((one) => one.source === code);
      });
      session.output.print(plan, () => (plan === undefined ? code : `${code}: ${planText(plan)}.`));
    });
}

function changeOf({ adresse, sansAdresse, cadence: seconds, pause, reprise }: Options): Partial<Reglage> {
  const change: Partial<Reglage> = {
    ...(typeof adresse === 'string' ? { adresse, sans_adresse: false } : {}),
    ...(sansAdresse === true ? { adresse: null, sans_adresse: true } : {}),
    ...(seconds === undefined ? {} : { cadence_secondes: seconds }),
    ...(pause === true ? { en_pause: true } : {}),
    ...(reprise === true ? { en_pause: false } : {}),
  };
  if (Object.keys(change).length === 0) {
    throw new Refusal('Nothing to set: use --adresse, --sans-adresse, --cadence, --pause, --reprise or --defaut.');
  }
  return change;
}

function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('Use an address that starts with http:// or https://.');
  }
  return text.replace(/\/+$/, '');
}

const LONGEST_CADENCE = 7 * 86_400;

function cadence(text: string): number {
  const seconds = duration(text);
  if (seconds < 1 || seconds > LONGEST_CADENCE) throw new InvalidArgumentError('Use 1s to 7d.');
  return seconds;
}
