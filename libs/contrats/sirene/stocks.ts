/** The stock files of SIRENE, companies before establishments, as `write.import` names them. */
export const STOCKS = ['sirene_unites', 'sirene_etablissements'] as const;
export type StockSirene = (typeof STOCKS)[number];
