import { TAILLES } from '#contract/contrats';
import type { SireneRow, UniteLegale } from './company.js';
import { activityOf, digitsOf, firstText, isDisclosable, textOf } from './values.js';

/** Columns of StockUniteLegale that are read; a file that lacks one of the first two is refused. */
export const UNITE_COLUMNS = [
  'siren',
  'statutDiffusionUniteLegale',
  'denominationUniteLegale',
  'denominationUsuelle1UniteLegale',
  'sigleUniteLegale',
  'prenomUsuelUniteLegale',
  'prenom1UniteLegale',
  'nomUsageUniteLegale',
  'nomUniteLegale',
  'categorieEntreprise',
  'categorieJuridiqueUniteLegale',
  'activitePrincipaleUniteLegale',
  'nicSiegeUniteLegale',
] as const;

/** Reads a row of StockUniteLegale. @returns null when it names no company. */
export function readUnite(row: SireneRow): UniteLegale | null {
  const siren = digitsOf(row, 'siren', 9);
  if (siren === null) return null;
  const categorie_juridique = digitsOf(row, 'categorieJuridiqueUniteLegale', 4);
  // What kind of body it is tells nobody, and a body of public law that buys is named all the same.
  if (!isDisclosable(row, 'statutDiffusionUniteLegale')) {
    return { ...UNSAID, siren, categorie_juridique, diffusible: false };
  }
  const nic = digitsOf(row, 'nicSiegeUniteLegale', 5);
  return {
    siren,
    nom: textOf(row, 'denominationUniteLegale') ?? personName(row) ?? firstText(row, OTHER_NAMES),
    categorie: TAILLES.find((taille) => taille === row['categorieEntreprise']?.trim()) ?? null,
    categorie_juridique,
    activite: activityOf(row, 'activitePrincipaleUniteLegale'),
    siege: nic === null ? null : siren + nic,
    diffusible: true,
  };
}

const OTHER_NAMES = ['denominationUsuelle1UniteLegale', 'sigleUniteLegale'];
const UNSAID = { nom: null, categorie: null, activite: null, siege: null };

/** First name and name in use of a natural person. */
function personName(row: SireneRow): string | null {
  const nom = firstText(row, ['nomUsageUniteLegale', 'nomUniteLegale']);
  if (nom === null) return null;
  const prenom = firstText(row, ['prenomUsuelUniteLegale', 'prenom1UniteLegale']);
  return prenom === null ? nom : `${prenom} ${nom}`;
}
