import { type Command, InvalidArgumentError } from 'commander';
import { forgetRevendication, revendiquer } from '#contrats/write/revendications';
import { isSiren } from '#sources/values/siret';
import type { Session } from '../session.js';

/** `prestataire`: which companies are registered with the service. */
export function addPrestataire(program: Command, session: Session): void {
  const prestataire = program
    .command('prestataire')
    .description('companies registered with the service: their record is of type revendiquee');

  prestataire
    .command('revendiquer')
    .description('the company is registered with the service; it has a record even without a contract')
    .argument('<siren>', 'its nine digits', siren)
    .addHelpText('after', '\nExample:\n  ops prestataire revendiquer 552100554')
    .action(async (of: string) => {
      const changed = await session.withDatabase((db) => revendiquer(db, of));
      print(of, 'revendiquee', changed);
    });

  prestataire
    .command('oublier')
    .description('it is so no longer: its record is what the contracts say')
    .argument('<siren>', 'its nine digits', siren)
    .addHelpText('after', '\nExample:\n  ops prestataire oublier 552100554')
    .action(async (of: string) => {
      const changed = await session.withDatabase((db) => forgetRevendication(db, of));
      print(of, 'decp', changed);
    });

  function print(of: string, type: 'revendiquee' | 'decp', changed: boolean): void {
    session.output.print({ siren: of, type, changed }, () =>
      changed
        ? `${of} is of type ${type}: the worker renders its record within some ten seconds.`
        : `${of} was of type ${type} already: nothing is done.`,
    );
  }
}

function siren(text: string): string {
  const digits = text.replace(/\s/g, '');
  if (!isSiren(digits)) throw new InvalidArgumentError('Use the nine digits of a SIREN.');
  return digits;
}
