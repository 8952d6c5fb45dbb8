import type { ValeurVerdict } from '#contract/vocabulary';
import type { Profil } from '../profil.js';

/** What a model says of one notice for one profile. */
export interface Evaluation {
  valeur: ValeurVerdict;
  raison: string | null;
}

export interface Reponse extends Evaluation {
  /** Tokens read and written, as the service counts them; null when it does not say. */
  jetons: number | null;
}

/** A model that can be asked. */
export interface Modele {
  /** As its service calls it. */
  readonly nom: string;
  /**
   * One request, not repeated.
   * @param annonce the notice as text (annonce-text.ts).
   * @throws EvaluationFault.
   */
  evaluer(profil: Profil, annonce: string, signal: AbortSignal): Promise<Reponse>;
}

export type EvaluationReason =
  /** Stopped with the worker. */
  | 'aborted'
  | 'timeout'
  | 'unreachable'
  | 'status'
  | 'too_large'
  /** Not the answer that was asked for. */
  | 'malformed'
  /** The model, or a filter before it, will not answer. */
  | 'refused';

/** Why there is no answer. Its message holds nothing that the service said: it might repeat the key or the notice. */
export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault';

  constructor(
    readonly reason: EvaluationReason,
    readonly status: number | null = null,
    /** What the service asked us to wait. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(status === null ? reason : `${reason} ${String(status)}`);
  }
}
