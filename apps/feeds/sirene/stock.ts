import { Draws } from '../draws.js';
import { entreprise, etablissement } from '../entreprises.js';
import { type Buyer, buyer, BUYERS } from '../facts/buyers.js';
import { csvLine, STOCK_ETABLISSEMENT, STOCK_UNITE_LEGALE } from './columns.js';

/** What a simulated SIRENE holds: the buyers of the seed and so many companies, of which the first are in registers. */
export interface StockSize {
  seed: number;
  companies: number;
}

/** What INSEE writes in place of what may not be disclosed. */
const HIDDEN = '[ND]';
/** INSEE's category of a commune. */
const COMMUNE = '7210';

/** StockUniteLegale, line by line; nothing is held. */
export function* uniteLines({ seed, companies }: StockSize): Generator<string> {
  const columns = STOCK_UNITE_LEGALE.split(',');
  yield `${STOCK_UNITE_LEGALE}\n`;
  for (const { siren, one } of buyers(seed)) {
    yield csvLine(columns, {
      siren,
      statutDiffusionUniteLegale: 'O',
      denominationUniteLegale: officialName(one),
      categorieJuridiqueUniteLegale: COMMUNE,
      activitePrincipaleUniteLegale: '84.11Z',
      etatAdministratifUniteLegale: 'A',
      nicSiegeUniteLegale: one.siret.slice(9),
    });
  }
  for (let n = 0; n < companies; n++) {
    const one = entreprise(seed, n);
    const shown = (text: string | null): string | null => (one.diffusible || text === null ? text : HIDDEN);
    yield csvLine(columns, {
      siren: one.siren,
      statutDiffusionUniteLegale: one.diffusible ? 'O' : 'P',
      denominationUniteLegale: one.personne === null ? shown(one.nom) : null,
      prenom1UniteLegale: shown(one.personne?.prenom ?? null),
      prenomUsuelUniteLegale: shown(one.personne?.prenom ?? null),
      nomUniteLegale: shown(one.personne?.nom ?? null),
      categorieEntreprise: one.categorie,
      categorieJuridiqueUniteLegale: one.categorie_juridique,
      activitePrincipaleUniteLegale: one.activite,
      etatAdministratifUniteLegale: 'A',
      nicSiegeUniteLegale: one.sirets[0]?.slice(9) ?? null,
    });
  }
}

/** StockEtablissement, line by line. */
export function* etablissementLines({ seed, companies }: StockSize): Generator<string> {
  const columns = STOCK_ETABLISSEMENT.split(',');
  yield `${STOCK_ETABLISSEMENT}\n`;
  for (const { siren, one } of buyers(seed)) {
    yield csvLine(columns, {
      siren,
      nic: one.siret.slice(9),
      siret: one.siret,
      statutDiffusionEtablissement: 'O',
      etablissementSiege: 'true',
      libelleVoieEtablissement: one.adresse,
      codePostalEtablissement: one.cp,
      libelleCommuneEtablissement: one.ville.toUpperCase(),
      codeCommuneEtablissement: communeCode(one.departement, one.ville),
      etatAdministratifEtablissement: 'A',
      activitePrincipaleEtablissement: '84.11Z',
    });
  }
  for (let n = 0; n < companies; n++) {
    const company = entreprise(seed, n);
    const shown = (text: string): string => (company.diffusible ? text : HIDDEN);
    for (let rank = 0; rank < company.sirets.length; rank++) {
      const one = etablissement(seed, company, rank);
      yield csvLine(columns, {
        siren: company.siren,
        nic: one.siret.slice(9),
        siret: one.siret,
        statutDiffusionEtablissement: company.diffusible ? 'O' : 'P',
        etablissementSiege: String(rank === 0),
        codePostalEtablissement: shown(one.code_postal),
        // INSEE still tells the commune of those that it hides in part.
        libelleCommuneEtablissement: one.commune.toUpperCase(),
        codeCommuneEtablissement: communeCode(one.departement, one.commune),
        etatAdministratifEtablissement: one.actif ? 'A' : 'F',
        activitePrincipaleEtablissement: company.activite,
      });
    }
  }
}

/** Each SIREN once. */
function* buyers(seed: number): Generator<{ siren: string; one: Buyer }> {
  const seen = new Set<string>();
  for (let rank = 0; rank < BUYERS; rank++) {
    const one = buyer(seed, rank);
    const siren = one.siret.slice(0, 9);
    if (!seen.has(siren)) yield { siren, one };
    seen.add(siren);
  }
}

/** In capitals, without entities: as SIRENE writes those whom notices write in ten ways. */
function officialName({ nom }: Buyer): string {
  return nom
    .replaceAll('&#039;', "'")
    .replace(/^(mairie|ville) (de |d’)/i, 'Commune $2')
    .toUpperCase();
}

/** A code of the department, of a commune that is not. */
function communeCode(departement: string, commune: string): string {
  const number = new Draws(0, `commune.${commune}`).between(0, 99);
  return departement.length === 3
    ? departement + String(number).padStart(2, '0')
    : `${departement}9${String(number).padStart(2, '0')}`;
}
