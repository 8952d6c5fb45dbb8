import type { Etablissement, SireneRow } from './company.js';
import { activityOf, departementOfCommune, digitsOf, firstText, isDisclosable, textOf } from './values.js';

/** Columns of StockEtablissement that are read; a file that lacks one of the first two is refused. */
export const ETABLISSEMENT_COLUMNS = [
  'siret',
  'statutDiffusionEtablissement',
  'siren',
  'etatAdministratifEtablissement',
  'denominationUsuelleEtablissement',
  'enseigne1Etablissement',
  'libelleCommuneEtablissement',
  'codeCommuneEtablissement',
  'codePostalEtablissement',
  'activitePrincipaleEtablissement',
] as const;

/** Reads a row of StockEtablissement. @returns null when it names no establishment. */
export function readEtablissement(row: SireneRow): Etablissement | null {
  const siret = digitsOf(row, 'siret', 14);
  if (siret === null) return null;
  const actif = row['etatAdministratifEtablissement']?.trim() === 'A';
  if (!isDisclosable(row, 'statutDiffusionEtablissement')) return { ...UNSAID, siret, actif, diffusible: false };
  return {
    siret,
    nom: firstText(row, ['denominationUsuelleEtablissement', 'enseigne1Etablissement']),
    commune: textOf(row, 'libelleCommuneEtablissement'),
    code_postal: digitsOf(row, 'codePostalEtablissement', 5),
    departement: departementOfCommune(communeOf(row)),
    activite: activityOf(row, 'activitePrincipaleEtablissement'),
    actif,
    diffusible: true,
  };
}

const UNSAID = { nom: null, commune: null, code_postal: null, departement: null, activite: null };

/** `1004` of a file that typed it as an integer is `01004`. */
function communeOf(row: SireneRow): string | null {
  return digitsOf(row, 'codeCommuneEtablissement', 5) ?? row['codeCommuneEtablissement']?.trim() ?? null;
}
