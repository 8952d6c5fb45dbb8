import type { Raisons } from '../raisons.js';
import type { PreparedAnnonce, PreparedProfil } from './prepared.js';

/** Of the type of contract and of the procedure, each. */
const EACH = 5;
const UNKNOWN = 3;

/** Whether type of contract and procedure are among the preferred ones, of 10; no preference is no objection. */
export function modeOf(profil: PreparedProfil, annonce: PreparedAnnonce): NonNullable<Raisons['mode']> {
  const type = half(profil.types_marche, annonce.type_marche);
  return { points: type + half(profil.procedures, annonce.procedure) };
}

function half<T>(preferred: ReadonlySet<T>, value: T | null): number {
  if (preferred.size === 0) return EACH;
  if (value === null) return UNKNOWN;
  return preferred.has(value) ? EACH : 0;
}
