import type { Acheteur } from './acheteur.js';

/** What a register says of a name in a department. `inconnu`: no record fits; `ambigu`: none can be told from others. */
export type Deduction = { issue: 'attache'; siret: string } | { issue: 'ambigu' | 'inconnu' };

/**
 * The SIRET of a notice that publishes none: when exactly one record has its name and the same or an unknown department.
 * Two establishments of one SIREN are two records. A shared SIRET still counts as a record, but is never given.
 * @param departement of the notice's buyer; null when unknown.
 * @param homonymes records that have its name.
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
  return other !== undefined || only.partage ? { issue: 'ambigu' } : { issue: 'attache', siret: only.siret };
}
