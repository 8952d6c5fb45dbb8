import type { Raisons } from '../raisons.js';
import { distanceKm } from './distance-km.js';
import type { PreparedAnnonce, PreparedProfil } from './prepared.js';

const DISTANCE_MAX = 25;
const UNKNOWN = 13;

/**
 * How near the notice is, of 25: all of them in the profile's own departments or when it names none, fewer with the
 * distance up to the radius, none beyond. A notice in several departments counts where it is nearest; one whose place is
 * unknown gets about half.
 */
export function distanceOf(profil: PreparedProfil, annonce: PreparedAnnonce): NonNullable<Raisons['distance']> {
  if (profil.departements.size === 0) return { points: DISTANCE_MAX, km: null };
  const km = nearest(profil.departements, annonce.departements);
  if (km === null) return { points: UNKNOWN, km };
  if (km === 0) return { points: DISTANCE_MAX, km };
  if (km > profil.rayon_km) return { points: 0, km };
  return { points: Math.max(1, Math.round((DISTANCE_MAX - 1) * (1 - km / profil.rayon_km))), km };
}

function nearest(from: ReadonlySet<string>, to: readonly string[]): number | null {
  if (to.some((code) => from.has(code))) return 0;
  let least: number | null = null;
  for (const one of from) {
    for (const other of to) {
      const km = distanceKm(one, other);
      // Two departments whose centres round to one place are still not the same one.
      if (km !== null && (least === null || km < least)) least = Math.max(1, km);
    }
  }
  return least;
}
