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
  deduce(named: Pick<Named, 'nom' | 'departement'>): Deduction | null;
}

export function registerOf(published: readonly Named[]): Register {
  const mentions = new Map<string, Mention[]>();
  for (const { nom, siret, departement } of published) {
    if (siret === null) continue;
    mentions.set(siret, [...(mentions.get(siret) ?? []), { nom, cle: nameKey(nom), departement, nombre: 1 }]);
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
    deduce({ nom, departement }) {
      const cle = nameKey(nom);
      return cle === null ? null : deduceSiret(departement, homonymes.get(cle) ?? []);
    },
  };
}
