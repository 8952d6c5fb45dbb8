import type { Taille } from '#contract/contrats';

/** A company, as SIRENE has it. */
export interface UniteLegale {
  siren: string;
  /** Null for a non-disclosable one. */
  nom: string | null;
  categorie: Taille | null;
  /** INSEE's code, four digits. */
  categorie_juridique: string | null;
  /** SIRET of the head office. */
  siege: string | null;
  diffusible: boolean;
}

/** An establishment, as SIRENE has it. */
export interface Etablissement {
  siret: string;
  commune: string | null;
  code_postal: string | null;
  departement: string | null;
  diffusible: boolean;
}

/** A buyer, as the register made of notices has it (docs/deduction.md). */
export interface AcheteurInscrit {
  siret: string;
  /** The name most published. */
  nom: string | null;
  departement: string | null;
}

/** Who is who: what contracts do not say of those that they name. */
export interface Directory {
  unite(siren: string): UniteLegale | undefined;
  etablissement(siret: string): Etablissement | undefined;
  inscrit(siret: string): AcheteurInscrit | undefined;
}

/** @returns a directory of these, found by their keys. */
export function directoryOf(
  unites: readonly UniteLegale[],
  etablissements: readonly Etablissement[],
  inscrits: readonly AcheteurInscrit[],
): Directory {
  const bySiren = new Map(unites.map((one) => [one.siren, one]));
  const bySiret = new Map(etablissements.map((one) => [one.siret, one]));
  const registered = new Map(inscrits.map((one) => [one.siret, one]));
  return {
    unite: (siren) => bySiren.get(siren),
    etablissement: (siret) => bySiret.get(siret),
    inscrit: (siret) => registered.get(siret),
  };
}

/** First four digits of INSEE's legal categories of bodies of public law: 7xxx. */
const PUBLIC_LAW = /^7/;

/**
 * Whether SIRENE forbids to name a holder: its company or the establishment itself. A company that SIRENE does not know
 * (yet) is as its register publishes it.
 */
export function isHiddenTitulaire(
  directory: Directory,
  { siren, siret }: { siren: string | null; siret: string | null },
): boolean {
  const company = siren ?? siret?.slice(0, 9) ?? null;
  return (
    (company !== null && directory.unite(company)?.diffusible === false) ||
    (siret !== null && directory.etablissement(siret)?.diffusible === false)
  );
}

/** A buyer is hidden likewise, unless it is a body of public law: these are no persons, and the law has them publish. */
export function isHiddenAcheteur(directory: Directory, siret: string): boolean {
  const category = directory.unite(siret.slice(0, 9))?.categorie_juridique ?? '';
  return !PUBLIC_LAW.test(category) && isHiddenTitulaire(directory, { siren: null, siret });
}
