import type { Statut } from '#contract/vocabulary';

/** A notice ready to be stamped: the argument of write.publish_avis, in the order of the type write.avis_rendu. */
export interface Rendered {
  id: string;
  statut: Statut;
  /** Next instant at which time alone changes `statut`. */
  closes_at: Date | null;
  source: string;
  /** What the filter `departement` compares: execution departments, the buyer's standing in. */
  departements: string[];
  /** As served, borrowed and deduced ones included. */
  acheteur_siret: string | null;
  cpv: string | null;
  type_marche: string | null;
  budget: number | null;
  date_limite: string | null;
  /** Day of the deadline in Paris, YYYY-MM-DD. */
  jour_limite: string | null;
  date_publication: string | null;
  completude: number;
  completude_propre: number;
  /** Text that `q` searches. */
  recherche: string;
  /** JSON objects without `version`. */
  liste: string;
  detail: string;
  /** SHA-256 of what is served, version apart. */
  empreinte: Buffer;
}
