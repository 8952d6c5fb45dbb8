/** What a door shows of a consultation, as texts; null where it shows nothing. Both doors give this. */
export interface ShownConsultation {
  /** Full name of the procedure, else its abbreviation. */
  procedure: string | null;
  /** Travaux, Services, Fournitures. */
  categorie: string | null;
  /** Day of publication, « 20 Nov. 2023 ». */
  publie: string | null;
  /** The buyer's own reference. */
  reference: string | null;
  intitule: string | null;
  objet: string | null;
  /** « VILLE D'ARRAS (62000 - ARRAS) ». */
  organisme: string | null;
  /** « 3 lots ». */
  lots: string | null;
  /** All execution departments, « (62) Pas-de-Calais, (59) Nord ». */
  lieux: string | null;
  valeur: string | null;
  /** « 20 Déc. 2023 12:00 ». */
  limite: string | null;
}
