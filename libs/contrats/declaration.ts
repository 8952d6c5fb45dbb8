import type { Changement, Contrat } from './contrat.js';
import type { Registre } from './registres.js';

/** A value that a register gives and that cannot be served: kept raw, counted by code. */
export interface ContratAnomaly {
  /** Field of `Contrat` (`modifications.montant` for one of a modification). */
  champ: string;
  code: string;
  /** At most 200 characters. */
  brut: string;
}

export interface Modification {
  id: string | null;
  /** `YYYY-MM-DD`. */
  date_notification: string | null;
  date_publication: string | null;
  changement: Changement;
}

/** One record of a register, read: what it says of one contract. */
export interface Declaration {
  registre: Registre;
  /** Buyer's identifier and number of the contract, without that of the modification where it has the regulatory form. */
  racine: string;
  /** Two last digits of a number in the regulatory form; null otherwise. */
  numero_modification: number | null;
  /** As notified first. */
  initial: Contrat;
  /** In the order in which they apply. */
  modifications: Modification[];
  /** `datePublicationDonnees`. */
  date_publication: string | null;
  anomalies: ContratAnomaly[];
}

/** What a record of a register became. */
export type ReadRecord = { ok: true; declaration: Declaration } | { ok: false; reason: string; detail: string };
