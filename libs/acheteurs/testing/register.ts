import { type Acheteur, foldAcheteur, type Mention } from '../acheteur.js';
import { type Deduction, deduceSiret } from '../deduce.js';
import { nameKey } from '../name-key.js';

/** A buyer as one publication names it. */
export interface Named {
  nom: string | null;
  siret: string | null;
  departement: string | null;
}

/** A register in memory, by the same rules as the stored one. */
export interface Register {
  acheteurs: Acheteur[];
  /** Null for a name that tells nobody. */
  deduce(named: Omit<Named, 'siret'>): Deduction | null;
}

/** What may be tried otherwise. */
export interface Rules {
  cle(nom: string | null): string | null;
  deduce(named: Omit<Named, 'siret'>, homonymes: readonly Acheteur[]): Deduction;
}

/** Those that the service applies. */
export const RULES: Rules = {
  cle: nameKey,
  deduce: ({ departement }, homonymes) => deduceSiret(departement, homonymes),
};

export function registerOf(published: readonly Named[], rules: Rules = RULES): Register {
  const mentions = new Map<string, Mention[]>();
  for (const { nom, siret, departement } of published) {
    if (siret === null) continue;
    const ofIt = mentions.get(siret) ?? [];
    ofIt.push({ nom, cle: rules.cle(nom), departement, nombre: 1 });
    mentions.set(siret, ofIt);
  }
  const acheteurs = [...mentions].flatMap(([siret, ofIt]) => foldAcheteur(siret, ofIt) ?? []);
  const homonymes = new Map<string, Acheteur[]>();
  for (const one of acheteurs) {
    for (const cle of new Set(one.noms.map((nom) => nom.cle))) {
      if (cle !== null) homonymes.set(cle, [...(homonymes.get(cle) ?? []), one]);
    }
  }
  return {
    acheteurs,
    deduce(named) {
      const cle = rules.cle(named.nom);
      return cle === null ? null : rules.deduce(named, homonymes.get(cle) ?? []);
    },
  };
}
