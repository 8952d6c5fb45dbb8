import type { AcheteurContrat } from '#contract/contrats';
import { type Directory, isHiddenAcheteur } from './directory.js';

/** A buyer by its SIRET: named by SIRENE, else by the register of buyers, else as its contract or notice names it. */
export function acheteurNomme(directory: Directory, siret: string | null, nom: string | null): AcheteurContrat {
  if (siret === null) return { siret: null, nom, departement: null };
  if (isHiddenAcheteur(directory, siret)) return { siret: null, nom: null, departement: null };
  const inscrit = directory.inscrit(siret);
  return {
    siret,
    nom: directory.unite(siret.slice(0, 9))?.nom ?? inscrit?.nom ?? nom,
    departement: directory.etablissement(siret)?.departement ?? inscrit?.departement ?? null,
  };
}
