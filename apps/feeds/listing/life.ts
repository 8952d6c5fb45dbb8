import { parisInstant } from '../calendar.js';
import { Draws } from '../draws.js';
import { drawLimite, type WallClock } from '../facts/procedure.js';
import { appearance } from '../chain.js';
import { dayOfPlace, keyOf, type Place, slotInstant, slotOf, sourceOf, type Timeline } from '../timeline.js';
import { type Item, type ListingSource } from './item.js';
import { keepsThePast } from './shown.js';

type Evenement = Item['evenements'][number];

/** When one listing source shows a notice, and what changes there. Cheap: drawn without the procedure itself. */
export interface Life {
  readonly place: Place;
  readonly source: ListingSource;
  /** All events of its life, those of the future included, oldest first. */
  readonly evenements: readonly [Evenement, ...Evenement[]];
  /** The deadline first shown, and the one that a correction brings. */
  readonly limite: WallClock;
  readonly limiteCorrigee: WallClock | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** No event comes later than this after the first publication. */
export const LONGEST_LIFE_DAYS = 120;

export function lifeOf(timeline: Timeline, place: Place): Life {
  const source = sourceOf(place) as ListingSource;
  const key = keyOf(place);
  const draws = new Draws(timeline.seed, `life.${key}`);
  const publie = publicationInstant(timeline, place, draws);
  const limite = drawLimite(timeline.seed, key, appearance(timeline, place));
  const end = parisInstant(limite.day, limite.time);
  const evenements: [Evenement, ...Evenement[]] = [{ quoi: 'initial', quand: publie }];
  let limiteCorrigee: WallClock | null = null;
  if (draws.chance(0.06)) {
    const quand = publie + Math.round(draws.unit() * 12 * DAY_MS) + HOUR_MS;
    if (quand < end) {
      evenements.push({ quoi: 'correction', quand });
      limiteCorrigee = { day: limite.day + draws.between(4, 16), time: limite.time };
    }
  }
  return { place, source, evenements, limite, limiteCorrigee };
}

/** Base: in the working hours of its day; growth: the instant of its slot. */
function publicationInstant(timeline: Timeline, place: Place, draws: Draws): number {
  if (place.series === 'growth') return slotInstant(timeline, slotOf(place));
  return parisInstant(dayOfPlace(timeline, place), '08:00:00') + draws.between(0, 10 * 60) * 60_000;
}

/** What a life looks like at an instant; null before its start, and once it is withdrawn from a source that forgets. */
export function momentOf(life: Life, now: number): Moment | null {
  const evenements = life.evenements.filter(({ quand }) => quand <= now);
  const last = evenements.at(-1);
  if (last === undefined) return null;
  const etat = evenements.some(({ quoi }) => quoi === 'annulation') ? 'annulee' : 'ouverte';
  if (etat === 'annulee' && !keepsThePast(life.source)) return null;
  const corrected = life.limiteCorrigee !== null && evenements.some(({ quoi }) => quoi === 'correction');
  const limite = corrected ? (life.limiteCorrigee as WallClock) : life.limite;
  return { evenements, modifie: last.quand, etat, limite, open: etat === 'ouverte' && end(limite) > now };
}

export interface Moment {
  readonly evenements: readonly Evenement[];
  readonly modifie: number;
  readonly etat: Item['etat'];
  readonly limite: WallClock;
  readonly open: boolean;
}

function end(limite: WallClock): number {
  return parisInstant(limite.day, limite.time);
}
