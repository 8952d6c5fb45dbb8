/** The two models that are asked. */
export const ROLES = ['petit', 'grand'] as const;
export type Role = (typeof ROLES)[number];

/** Where a model is, and how much of it may be used. */
export interface ModeleSettings {
  /** Of an OpenAI-compatible service, up to and without `/chat/completions`. */
  url: string;
  /** As the service calls the model. */
  nom: string;
  /** Secret; null for a service that asks for none. */
  cle: string | null;
  /** Longest wait for one answer, from start to end. */
  timeoutMs: number;
  /** Requests of a UTC day, failed ones included. */
  appelsParJour: number;
  appelsParMinute: number;
}
