import { type Row, winter2021 } from '#sources/boamp/testing/winter-2021';
import { departement, departementOfNuts } from '#sources/values/place';
import { siret } from '#sources/values/siret';
import type { Named } from './register.js';

/** A notice of the gazette with its buyer, read as the adapter reads it. */
export interface GazetteBuyer extends Named {
  idweb: string;
  /** `2021-01`, `2021-02`. */
  mois: string;
}

/** The buyers of January and February 2021; null, said loudly, where the sample is absent. */
export function gazetteBuyers(): GazetteBuyer[] | null {
  return winter2021()?.map(buyerOf) ?? null;
}

function buyerOf({ idweb, mois_lot, identite }: Row): GazetteBuyer {
  return {
    idweb,
    mois: mois_lot,
    nom: identite['denomination'] ?? null,
    siret: siret(identite['code_ident_national']).value,
    departement: departement(identite['cp']).value ?? departementOfNuts(identite['nuts'] ?? ''),
  };
}
