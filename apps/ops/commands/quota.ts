import { Argument, type Command, InvalidArgumentError } from 'commander';
import { listQuotas, setQuotaLimite } from '#access/quota/operate';
import { FAMILLES_QUOTA, type FamilleQuota } from '#contract/vocabulary';
import { table } from '../output/table.js';
import type { Session } from '../session.js';
import { integer } from './values.js';

const DEFAULT = 'defaut';
/** What libs/access accepts as a daily limit. */
const LIMITE_MAX = 1_000_000_000;

export function addQuota(program: Command, session: Session): void {
  const quota = program.command('quota').description('records served a day, by account and family');

  quota
    .command('lister')
    .description('where every account stands today (UTC)')
    .addHelpText('after', '\nExample:\n  ops quota lister')
    .action(async () => {
      const quotas = await session.withDatabase((db) => listQuotas(db));
      session.output.print(quotas, () =>
        table(
          quotas,
          [
            { title: 'compte', of: (row) => row.compte_id },
            { title: 'nom', of: (row) => row.nom },
            { title: 'famille', of: (row) => row.famille },
            { title: 'consomme', of: (row) => row.consomme, align: 'right' },
            { title: 'limite', of: (row) => row.limite, align: 'right' },
            { title: '', of: (row) => (row.fixee ? 'fixée' : 'par défaut') },
          ],
          'No account yet. Create one: ops compte creer --nom "…" --email …',
        ),
      );
    });

  quota
    .command('definir')
    .description('set the daily limit of an account; it applies at once, what was served today stays counted')
    .argument('<compte>', 'id of the account')
    .addArgument(new Argument('<famille>', 'family of routes').choices(FAMILLES_QUOTA))
    .argument('<limite>', `records a day, or \`${DEFAULT}\` for the contract's`, limit)
    .addHelpText(
      'after',
      '\nExamples:\n  ops quota definir 5a4c…e1 general 200000\n  ops quota definir 5a4c…e1 decp defaut',
    )
    .action(async (compteId: string, famille: FamilleQuota, limite: number | typeof DEFAULT) => {
      const changed = await session.withDatabase(async (db) => {
        await setQuotaLimite(db, { compteId, famille, limite: limite === DEFAULT ? null : limite });
        return (await listQuotas(db)).find((row) => row.compte_id === compteId && row.famille === famille);
      });
      session.output.print(
        changed,
        () => `${famille}: ${String(changed?.consomme)} of ${String(changed?.limite)} records served today.`,
      );
    });
}

function limit(text: string): number | typeof DEFAULT {
  if (text === DEFAULT) return DEFAULT;
  try {
    return integer(0, LIMITE_MAX)(text);
  } catch {
    throw new InvalidArgumentError(`Use an integer from 0 to ${LIMITE_MAX}, or ${DEFAULT}.`);
  }
}
