/** What a list of contracts keeps, in the contract's names. Absent means no filter. */
export interface ContratsFilters {
  acheteur_siret?: string | undefined;
  /** Of execution. */
  departement?: string | undefined;
  /** Prefix of 2 to 8 digits. */
  cpv?: string | undefined;
  titulaire_siret?: string | undefined;
  titulaire_siren?: string | undefined;
  /** `YYYY-MM-DD`, inclusive. */
  date_min?: string | undefined;
  date_max?: string | undefined;
  /** Euros, inclusive. */
  montant_min?: number | undefined;
  montant_max?: number | undefined;
  /** Words of the object; only together with a buyer or a holder. */
  q?: string | undefined;
}

/** The SIRENs of the holders that are asked for: those of a SIRET and the one given, each once. */
export function askedSirens({ titulaire_siret, titulaire_siren }: ContratsFilters): string[] {
  const given = [titulaire_siret?.slice(0, SIREN_LENGTH), titulaire_siren];
  return [...new Set(given.filter((siren) => siren !== undefined))];
}

const SIREN_LENGTH = 9;
