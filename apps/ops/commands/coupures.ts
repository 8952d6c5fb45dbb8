import { Argument, type Command } from 'commander';
import type { Coupure } from '#access/entities/coupure.entity';
import { type Cible, CIBLES } from '#access/switches/cibles';
import { couper, listCoupures, retablir } from '#access/switches/operate';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import type { Session } from '../session.js';

const EMPTY = 'Nothing is cut.';

/** The switches of the API: `couper`, `retablir`, and what is cut now. Each prints the state that follows. */
export function addCoupures(program: Command, session: Session): void {
  const cible = () => new Argument('<cible>', 'the whole `api` or one resource').choices(CIBLES);
  const print = (coupures: Coupure[]) => {
    const rows = coupures.map((coupure) => ({ cible: coupure.cible, coupee_le: coupure.coupeeLe.toISOString() }));
    session.output.print(rows, () =>
      table(
        rows,
        [
          { title: 'coupé', of: (row) => row.cible },
          { title: 'depuis', of: (row) => when(row.coupee_le) },
        ],
        EMPTY,
      ),
    );
  };

  program
    .command('couper')
    .description('cut the whole API or one resource: 503 there within 2 s, the others go on (sources follow avis)')
    .addArgument(cible())
    .addHelpText('after', '\nExamples:\n  ops couper contrats\n  ops couper api')
    .action(async (target: Cible) => {
      print(await session.withDatabase((db) => couper(db, target).then(() => listCoupures(db))));
    });

  program
    .command('retablir')
    .description('restore what was cut')
    .addArgument(cible())
    .addHelpText('after', '\nExample:\n  ops retablir contrats')
    .action(async (target: Cible) => {
      print(await session.withDatabase((db) => retablir(db, target).then(() => listCoupures(db))));
    });

  program
    .command('coupures')
    .description('what is cut now')
    .addHelpText('after', '\nExample:\n  ops coupures --json')
    .action(async () => {
      print(await session.withDatabase((db) => listCoupures(db)));
    });
}
