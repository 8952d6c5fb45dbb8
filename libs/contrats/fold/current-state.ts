import type { Contrat, Titulaire } from '../contrat.js';
import type { Declaration } from '../declaration.js';
import { CONSOLIDATED } from '../registres.js';
import { compareIds, compareTexts } from './compare.js';
import type { ArchivedDeclaration } from './archived-declaration.js';

/**
 * A contract as it is now, of the declarations that speak of it: that of the highest modification, then of the latest
 * publication, says what it is; its modifications are laid over it in their order. Names that it does not give (format 2022
 * has none) are taken from the others.
 */
export function currentState(states: readonly ArchivedDeclaration[]): Contrat {
  const [latest, ...earlier] = byCurrency(states);
  return withNames(
    modified(latest.declaration),
    earlier.map(({ declaration }) => declaration),
  );
}

/** The declaration that says what the contract is now. */
export function latestState(states: readonly ArchivedDeclaration[]): ArchivedDeclaration {
  return byCurrency(states)[0];
}

function byCurrency(states: readonly ArchivedDeclaration[]): [ArchivedDeclaration, ...ArchivedDeclaration[]] {
  const [latest, ...earlier] = [...states].sort((a, b) => compareStates(b, a));
  if (latest === undefined) throw new Error('a contract without a declaration');
  return [latest, ...earlier];
}

/** The initial data with each modification laid over; an absent field is unchanged. */
export function modified({ initial, modifications }: Declaration): Contrat {
  return modifications.reduce<Contrat>((contrat, { changement }) => ({ ...contrat, ...changement }), initial);
}

/**
 * Order of currency, oldest first. Of equals, the one that lists more modifications; then the producer's word goes before
 * the consolidated one's; then the one that arrived later.
 */
function compareStates(a: ArchivedDeclaration, b: ArchivedDeclaration): number {
  return (
    (a.declaration.numero_modification ?? 0) - (b.declaration.numero_modification ?? 0) ||
    compareTexts(publication(a.declaration), publication(b.declaration)) ||
    a.declaration.modifications.length - b.declaration.modifications.length ||
    Number(isProducer(a.declaration)) - Number(isProducer(b.declaration)) ||
    compareIds(a.id, b.id)
  );
}

/** Last day on which something of the declaration was published; empty when it tells none. */
function publication({ date_publication, modifications }: Declaration): string {
  return modifications.reduce(
    (latest, modification) =>
      latest > (modification.date_publication ?? '') ? latest : (modification.date_publication ?? ''),
    date_publication ?? '',
  );
}

function isProducer({ registre }: Declaration): boolean {
  return registre !== CONSOLIDATED;
}

function withNames(contrat: Contrat, earlier: readonly Declaration[]): Contrat {
  if (contrat.acheteur.nom !== null && contrat.titulaires.every(({ nom }) => nom !== null)) return contrat;
  const buyers = earlier.map(({ initial }) => initial.acheteur.nom);
  const nom = contrat.acheteur.nom ?? buyers.find((name) => name !== null) ?? null;
  const titulaires = contrat.titulaires.map((titulaire) => named(titulaire, earlier));
  return { ...contrat, acheteur: { ...contrat.acheteur, nom }, titulaires };
}

function named(titulaire: Titulaire, earlier: readonly Declaration[]): Titulaire {
  if (titulaire.nom !== null || titulaire.siren === null) return titulaire;
  for (const declaration of earlier) {
    const holders = [
      ...declaration.modifications.flatMap(({ changement }) => changement.titulaires ?? []),
      ...declaration.initial.titulaires,
    ];
    const nom = holders.find((holder) => holder.siren === titulaire.siren && holder.nom !== null)?.nom;
    if (nom !== undefined) return { ...titulaire, nom };
  }
  return titulaire;
}
