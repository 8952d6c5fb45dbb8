import { type Cleaned, refused } from '#sources/values/cleaned';
import type { ContratAnomaly } from '../declaration.js';

/** Codes that only the registers need, beside those of libs/sources/publication.ts. */
export type RegisterCode =
  | 'montant_nul'
  | 'duree_provisoire'
  | 'duree_illisible'
  | 'entier_illisible'
  | 'booleen_illisible'
  | 'titulaire_illisible'
  | 'titulaires_trop_nombreux'
  | 'modification_illisible'
  | 'structure_inattendue';

/** No value that a rule reads is as long. */
const SCALAR_MAX = 1000;

/** Gathers what a record gives and cannot be served. */
export class Anomalies {
  readonly list: ContratAnomaly[] = [];

  /** The value to serve, its anomaly noted under `champ`. */
  keep<T>(champ: string, { value, anomaly }: Cleaned<T>): T | null {
    if (anomaly !== null) this.list.push({ champ, ...anomaly });
    return value;
  }

  /** @returns null: the value to serve. */
  note(champ: string, code: RegisterCode, brut: unknown): null {
    // The bound and the clean-up of raw texts are those of every refused value.
    const { anomaly } = refused('montant_illisible', brut);
    this.list.push({ champ, code, brut: anomaly?.brut ?? '' });
    return null;
  }

  /** A short text or a number, for rules that expect one; null, and noted, where a record has something else. */
  scalar(champ: string, raw: unknown): string | number | null {
    if (raw === null || raw === undefined) return null;
    if (typeof raw === 'number' || (typeof raw === 'string' && raw.length <= SCALAR_MAX)) return raw;
    if (typeof raw === 'boolean') return String(raw);
    return this.note(champ, 'structure_inattendue', raw);
  }
}
