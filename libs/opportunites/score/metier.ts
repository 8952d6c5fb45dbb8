import type { Raisons } from '../raisons.js';
import type { PreparedAnnonce, PreparedProfil } from './prepared.js';

const METIER_MAX = 50;

/**
 * A division (two digits) tells a wide trade; each further digit that agrees tells more, up to the sixth. One keyword may
 * be met by chance; several are not. Neither alone is worth all: a code and a keyword far away must not outdo the same
 * trade next door.
 */
const CPV_BASE = 22;
const CPV_DIGIT = 3;
const CPV_MAX = 34;
const MOT_FIRST = 16;
const MOT_NEXT = 8;
const MOTS_MAX = 34;

/** How well the notice is of the profile's trade, of 50; null when nothing tells that it is. */
export function metierOf(profil: PreparedProfil, annonce: PreparedAnnonce): NonNullable<Raisons['metier']> | null {
  const { cpv } = annonce;
  const prefix = cpv === null ? undefined : profil.cpv.find((one) => cpv.startsWith(one));
  const mots = profil.groupes
    .filter((groupe) => groupe.mots.every((mot) => annonce.mots.has(mot)))
    .map((groupe) => groupe.texte);
  if (prefix === undefined && mots.length === 0) return null;
  return {
    points: Math.min(METIER_MAX, cpvPoints(prefix) + motsPoints(mots.length)),
    ...(prefix === undefined ? {} : { cpv: prefix }),
    ...(mots.length === 0 ? {} : { mots }),
  };
}

function cpvPoints(prefix: string | undefined): number {
  return prefix === undefined ? 0 : Math.min(CPV_MAX, CPV_BASE + CPV_DIGIT * (prefix.length - 2));
}

function motsPoints(found: number): number {
  return found === 0 ? 0 : Math.min(MOTS_MAX, MOT_FIRST + MOT_NEXT * (found - 1));
}
