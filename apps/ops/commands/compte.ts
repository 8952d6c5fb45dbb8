import { Argument, type Command, Option } from 'commander';
import { createCompte, listComptes, setPlan } from '#access/comptes/comptes';
import type { Compte } from '#access/entities/compte.entity';
import { type Plan, PLANS } from '#contract/vocabulary';
import { record, table } from '../output/table.js';
import { when } from '../output/when.js';
import type { Session } from '../session.js';

export function addCompte(program: Command, session: Session): void {
  const compte = program.command('compte').description('accounts: what owns keys and one daily quota');

  compte
    .command('creer')
    .description('create an account')
    .requiredOption('--nom <nom>', 'name shown to its holder')
    .requiredOption('--email <email>', 'where its keys are sent')
    .addOption(new Option('--plan <plan>', 'only `pro` accounts may hold keys').choices(PLANS).default('pro'))
    .addHelpText('after', '\nExample:\n  ops compte creer --nom "Ma société" --email moi@example.org')
    .action(async (options: { nom: string; email: string; plan: Plan }) => {
      const created = await session.withDatabase((db) => createCompte(db, options));
      session.output.print(view(created), () =>
        [record(view(created)), '', `Next: npm run ops -- cle emettre ${created.id}`].join('\n'),
      );
    });

  compte
    .command('lister')
    .description('list the accounts')
    .addHelpText('after', '\nExample:\n  ops compte lister --json')
    .action(async () => {
      const comptes = (await session.withDatabase((db) => listComptes(db))).map(view);
      session.output.print(comptes, () =>
        table(
          comptes,
          [
            { title: 'id', of: (row) => row.id },
            { title: 'nom', of: (row) => row.nom },
            { title: 'email', of: (row) => row.email },
            { title: 'plan', of: (row) => row.plan },
            { title: 'cree_le', of: (row) => when(row.cree_le) },
          ],
          'No account yet. Create one: ops compte creer --nom "…" --email …',
        ),
      );
    });

  compte
    .command('plan')
    .description('change the plan of an account: its keys work with `pro` only, in every API instance within 2 s')
    .argument('<compte>', 'id of the account')
    .addArgument(new Argument('<plan>', 'new plan').choices(PLANS))
    .addHelpText('after', '\nExample:\n  ops compte plan 5a4c…e1 gratuit')
    .action(async (id: string, plan: Plan) => {
      const changed = await session.withDatabase((db) => setPlan(db, id, plan));
      session.output.print(view(changed), () => record(view(changed)));
    });
}

function view(compte: Compte) {
  return {
    id: compte.id,
    nom: compte.nom,
    email: compte.email,
    plan: compte.plan,
    cree_le: compte.creeLe.toISOString(),
  };
}
