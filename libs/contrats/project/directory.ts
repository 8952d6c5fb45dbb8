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
  /** SIRENE is in use, and was not asked about this SIREN yet. */
  attendue(siren: string): boolean;
}

/** @returns a directory of these, found by their keys. */
export function directoryOf(
  unites: readonly UniteLegale[],
  etablissements: readonly Etablissement[],
  inscrits: readonly AcheteurInscrit[],
  attendues: readonly string[] = [],
): Directory {
  const bySiren = new Map(unites.map((one) => [one.siren, one]));
  const bySiret = new Map(etablissements.map((one) => [one.siret, one]));
  const registered = new Map(inscrits.map((one) => [one.siret, one]));
  const awaited = new Set(attendues);
  return {
    unite: (siren) => bySiren.get(siren),
    etablissement: (siret) => bySiret.get(siret),
    inscrit: (siret) => registered.get(siret),
    attendue: (siren) => awaited.has(siren),
  };
}

/** First four digits of INSEE's legal categories of bodies of public law: 7xxx. */
const PUBLIC_LAW = /^7/;

/** Whom SIRENE is asked about. */
interface Company {
  siren: string | null;
  siret: string | null;
}

/**
 * Whether a holder may not be named: SIRENE forbids it for its company or for the establishment itself, or was not asked yet.
 * One that SIRENE does not know is as its register publishes it.
 */
export function isHiddenTitulaire(directory: Directory, company: Company): boolean {
  const siren = sirenOf(company);
  return (siren !== null && directory.attendue(siren)) || isForbidden(directory, company);
}

/** A buyer is hidden likewise, unless it is a body of public law: these are no persons, and the law has them publish. */
export function isHiddenAcheteur(directory: Directory, siret: string): boolean {
  const category = directory.unite(siret.slice(0, 9))?.categorie_juridique ?? '';
  return !PUBLIC_LAW.test(category) && isForbidden(directory, { siren: null, siret });
}

function isForbidden(directory: Directory, company: Company): boolean {
  const siren = sirenOf(company);
  return (
    (siren !== null && directory.unite(siren)?.diffusible === false) ||
    (company.siret !== null && directory.etablissement(company.siret)?.diffusible === false)
  );
}

function sirenOf({ siren, siret }: Company): string | null {
  return siren ?? siret?.slice(0, 9) ?? null;
}
