import { appearance } from '../appearance.js';
import { parisInstant, parisWall } from '../calendar.js';
import { Draws } from '../draws.js';
import { amendmentOf, withdrawalOf } from '../family/amendment.js';
import { isDynamic, limiteOf } from '../family/limite.js';
import { rootOf } from '../family/root.js';
import { type WallClock } from '../facts/procedure.js';
import { dayOfPlace, keyOf, type Place, slotInstant, slotOf, sourceOf, type Timeline } from '../timeline.js';
import { HABITS } from './habits.js';
import { type Item, type ListingSource } from './item.js';
import { keepsThePast, listsOpenOnly } from './shown.js';

type Evenement = Item['evenements'][number];

/** When one listing source shows a notice, and what changes there. Cheap: drawn without the procedure itself. */
export interface Life {
  readonly place: Place;
  readonly source: ListingSource;
  /** The place whose procedure it shows. */
  readonly root: Place;
  /** All events of its life, those of the future included, oldest first. */
  readonly evenements: readonly [Evenement, ...Evenement[]];
  /** The deadline as first shown, and the one that a correction brings. */
  readonly limite: ShownLimite;
  readonly limiteCorrigee: ShownLimite | null;
}

/** In Paris; `time` null where only the day is shown. */
export interface ShownLimite {
  readonly day: number;
  readonly time: string | null;
}

const DAY_MS = 86_400_000;
/** No event comes later than this after the first publication. */
export const LONGEST_LIFE_DAYS = 120;
/** Invented shares of notices whose award a convention publishes. */
const AWARDED = 0.25;
/** Invented: deadlines an hour off, as where a publisher takes the wall clock for universal time. */
const HOUR_OFF = 0.012;

/** Pages that follow one another ask for the same lives: as many are kept as the windows of the four conventions hold. */
const MOST_KEPT = 50_000;
const memory = new WeakMap<Timeline, Map<string, Life>>();

export function lifeOf(timeline: Timeline, place: Place): Life {
  const kept = memory.get(timeline) ?? new Map<string, Life>();
  memory.set(timeline, kept);
  const key = keyOf(place);
  let life = kept.get(key);
  if (life === undefined) {
    life = drawLife(timeline, place);
    kept.set(key, life);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  }
  return life;
}

function drawLife(timeline: Timeline, place: Place): Life {
  const source = sourceOf(place) as ListingSource;
  const root = rootOf(timeline, place);
  const draws = new Draws(timeline.seed, `life.${keyOf(place)}`);
  const publie = publicationInstant(timeline, place, draws);
  const spell = limiteSpelling(draws, source);
  const truth = limiteOf(timeline, root);
  const evenements: [Evenement, ...Evenement[]] = [{ quoi: 'initial', quand: publie }];
  const appeared = rootInstant(timeline, root);
  const hears = draws.chance(HABITS[source].hears);
  const delay = draws.unit();

  const withdrawn = withdrawalOf(timeline, root);
  const amendment = amendmentOf(timeline, root);
  const end = instantOf(truth);
  const news = (afterDays: number): number => Math.round(Math.max(appeared, publie) + (afterDays + delay) * DAY_MS);
  let limiteCorrigee: ShownLimite | null = null;
  if (hears && withdrawn !== null && news(withdrawn) < end) {
    evenements.push({ quoi: 'annulation', quand: news(withdrawn) });
  } else {
    if (hears && amendment !== null && news(amendment.afterDays) < end) {
      evenements.push({ quoi: 'correction', quand: news(amendment.afterDays) });
      limiteCorrigee = spell(amendment.limite);
    }
    const lasts = limiteCorrigee === null ? end : instantOf(amendment?.limite ?? truth);
    const awardedAfter = (5 + draws.unit() * 35) * DAY_MS;
    // Those open for years have no award in sight.
    if (keepsThePast(source) && draws.chance(AWARDED) && lasts - publie < 80 * DAY_MS) {
      evenements.push({ quoi: 'attribution', quand: Math.round(Math.max(lasts, publie) + awardedAfter) });
    }
  }
  return { place, source, root, evenements, limite: spell(truth), limiteCorrigee };
}

/** Base: in the working hours of its day; growth: the instant of its slot. */
function publicationInstant(timeline: Timeline, place: Place, draws: Draws): number {
  if (place.series === 'growth') return slotInstant(timeline, slotOf(place));
  return parisInstant(dayOfPlace(timeline, place), '08:00:00') + draws.between(0, 10 * 60) * 60_000;
}

function rootInstant(timeline: Timeline, root: Place): number {
  const { day, instant } = appearance(timeline, root);
  return instant ?? parisInstant(day, '08:00:00');
}

/** One source writes the deadlines of one notice in one way, before and after a correction. */
function limiteSpelling(draws: Draws, source: ListingSource): (limite: WallClock) => ShownLimite {
  const withHour = draws.chance(HABITS[source].hour);
  const off = draws.chance(HOUR_OFF) ? draws.pick([-1, 1]) : 0;
  return ({ day, time }) => {
    const hour = Number(time.slice(0, 2)) + off;
    const moved = hour < 0 || hour > 23 ? time : `${hour.toString().padStart(2, '0')}${time.slice(2)}`;
    return { day, time: withHour ? moved : null };
  };
}

/** What a life looks like at an instant; null before its start. */
export function momentOf(life: Life, now: number): Moment | null {
  const evenements = life.evenements.filter(({ quand }) => quand <= now);
  const last = evenements.at(-1);
  if (last === undefined) return null;
  const etat = evenements.some(({ quoi }) => quoi === 'annulation') ? 'annulee' : 'ouverte';
  const corrected = evenements.some(({ quoi }) => quoi === 'correction') ? life.limiteCorrigee : null;
  const limite = corrected ?? life.limite;
  const over = evenements.some(({ quoi }) => quoi === 'annulation' || quoi === 'attribution');
  const open = !over && instantOf(limite) > now;
  const shown = keepsThePast(life.source) || (etat === 'ouverte' && (open || !listsOpenOnly(life.source)));
  return { evenements, modifie: last.quand, etat, limite, open, shown };
}

export interface Moment {
  readonly evenements: readonly Evenement[];
  readonly modifie: number;
  readonly etat: Item['etat'];
  readonly limite: ShownLimite;
  readonly open: boolean;
  /** Whether the source still shows it: portals forget what is withdrawn, some what is closed. */
  readonly shown: boolean;
}

/**
 * Whether a notice published this long ago can still be open; false spares the drawing of its life. Calls are at most 60
 * days long, 16 more when corrected, and platforms differ by some days; those of ten years are told by a draw of their own.
 */
export function mayBeOpen(timeline: Timeline, place: Place, now: number): boolean {
  return parisWall(now).day - dayOfPlace(timeline, place) <= 80 || isDynamic(timeline, place);
}

/** A day without an hour lasts until its end. */
function instantOf({ day, time }: ShownLimite): number {
  return parisInstant(day, time ?? '23:59:59');
}
