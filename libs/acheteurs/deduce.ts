import type { Acheteur } from './acheteur.js';

/** What a register says of a name in a department. `inconnu`: no record fits; `ambigu`: none can be told from others. */
export type Deduction = { issue: 'attache'; siret: string } | { issue: 'ambigu' } | { issue: 'inconnu' };

const SIREN_DIGITS = 9;

/**
 * The SIRET of a notice that publishes none: when exactly one record has its name and the same or an unknown department.
 * A body of which several establishments bear the name stays ambiguous wherever they are: measured, the department does
 * not tell them apart (docs/deduction.md). A shared SIRET counts as a record, but is never given.
 * @param departement of the notice's buyer; null when unknown.
 * @param homonymes records that have its name, in any department.
 */
export function deduceSiret(
  departement: string | null,
  homonymes: readonly Pick<Acheteur, 'siret' | 'departement' | 'partage'>[],
): Deduction {
  const fitting = homonymes.filter(
    (one) => departement === null || one.departement === null || one.departement === departement,
  );
  const [only, other] = fitting;
  if (only === undefined) return { issue: 'inconnu' };
  const siren = only.siret.slice(0, SIREN_DIGITS);
  const establishments = homonymes.filter(({ siret }) => siret.startsWith(siren));
  if (other !== undefined || establishments.length > 1 || only.partage) return { issue: 'ambigu' };
  return { issue: 'attache', siret: only.siret };
}
