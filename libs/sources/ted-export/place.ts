import type { LieuExecution } from '#contract/avis';
import { knownNuts } from '../eforms/place.js';
import type { Collector } from '../values/cleaned.js';
import { departementOfNuts } from '../values/place.js';

/** Where a contract is carried out, by the NUTS codes declared; null when there is none. */
export function placeOf(declared: readonly string[], collector: Collector): LieuExecution | null {
  const codes = [...new Set(declared.map((code) => code.trim().toUpperCase()))].filter((code) => code !== '');
  for (const code of codes) collector.keep('lieu_execution.code_nuts', knownNuts(code));
  const [first] = codes;
  if (first === undefined) return null;
  const departements = codes.flatMap((code) => departementOfNuts(code) ?? []);
  return { departements: [...new Set(departements)].sort(), code_nuts: first };
}
