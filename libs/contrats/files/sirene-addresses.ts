import { STOCKS, type StockSirene } from '../sirene/stocks.js';

const FILES: Readonly<Record<StockSirene, string>> = {
  sirene_unites: 'StockUniteLegale_utf8.zip',
  sirene_etablissements: 'StockEtablissement_utf8.zip',
};
const INSEE = 'https://files.data.gouv.fr/insee-sirene';

export type SireneAddresses = Readonly<Record<StockSirene, string>>;

/** Where the stock files of SIRENE are; by default those that INSEE publishes on the first of each month. */
export function sireneAddresses(folder = INSEE): SireneAddresses {
  return {
    sirene_unites: `${folder}/${FILES.sirene_unites}`,
    sirene_etablissements: `${folder}/${FILES.sirene_etablissements}`,
  };
}

/** Which stock file a name or an address is of; null when it does not tell. */
export function stockOfName(name: string): StockSirene | null {
  return (
    STOCKS.find((stock) => name.includes(stock === 'sirene_unites' ? 'StockUniteLegale' : 'StockEtablissement')) ?? null
  );
}
