import type { Collector } from '../values/cleaned.js';
import { departement } from '../values/place.js';

/** « (62) Pas-de-Calais, (2A) Corse-du-Sud, (974) La Réunion »; countries and regions stand without a code. */
const CODE = /\((\d{1,3}|2[AB]|20[AB])\)/gi;

/** Codes of the execution departments, as given, each once. `[]` when none is named by its code. */
export function departements(lieux: string | null, collector: Collector): string[] {
  const written = [...(lieux ?? '').matchAll(CODE)].map(([, code]) => code ?? '');
  const codes = written.map((code) => collector.keep('lieu_execution.departements', departement(code)));
  return [...new Set(codes.filter((code) => code !== null))];
}
