import { type Registre, REGISTRES } from '../registres.js';

/** Ids of the registers' datasets on data.gouv. */
export const DATASETS: Readonly<Record<Registre, string>> = {
  decp_minef: '5cd57bf68b4c4179299eb0e9',
  pes_marche: '65cf3c55ec910b5a8e2fc084',
  aife_dume: '5df410e86f44413a91d34be3',
};

const DATA_GOUV = 'https://www.data.gouv.fr';

export type RegisterAddresses = Readonly<Record<Registre, string>>;

/** Where the registers' datasets are described; by default on data.gouv. */
export function datasetAddresses(site = DATA_GOUV): RegisterAddresses {
  return Object.fromEntries(
    REGISTRES.map((registre) => [registre, `${site}/api/1/datasets/${DATASETS[registre]}/`]),
  ) as unknown as RegisterAddresses;
}
