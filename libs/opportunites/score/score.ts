import type { Annonce } from '../annonce.js';
import type { Profil } from '../profil.js';
import type { Raisons, Scored } from '../raisons.js';
import { budgetOf } from './budget.js';
import { distanceOf } from './distance.js';
import { metierOf } from './metier.js';
import { modeOf } from './mode.js';
import {
  isWithoutSignal,
  type PreparedAnnonce,
  type PreparedProfil,
  prepareAnnonce,
  prepareProfil,
} from './prepared.js';

/**
 * How relevant a notice is for a profile: 0 to 100, the sum of the points of its reasons; null when it does not match.
 * A notice matches when it is of the profile's trade, however far and large it is; a profile that tells no trade is
 * matched by every notice of its own departments.
 */
export function score(profil: Profil, annonce: Annonce): Scored | null {
  return scorePrepared(prepareProfil(profil), prepareAnnonce(annonce));
}

/** `score` of what is prepared once and compared many times. */
export function scorePrepared(profil: PreparedProfil, annonce: PreparedAnnonce): Scored | null {
  const metier = metierOf(profil, annonce);
  if (metier === null && !(isWithoutSignal(profil) && isInDepartements(profil, annonce))) return null;
  const distance = distanceOf(profil, annonce);
  const budget = budgetOf(profil, annonce);
  const mode = modeOf(profil, annonce);
  const raisons: Raisons = { ...(metier === null ? {} : { metier }), distance, budget, mode };
  return { score: (metier?.points ?? 0) + distance.points + budget.points + mode.points, raisons };
}

function isInDepartements(profil: PreparedProfil, annonce: PreparedAnnonce): boolean {
  return annonce.departements.some((code) => profil.departements.has(code));
}
