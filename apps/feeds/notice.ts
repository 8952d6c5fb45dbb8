import { type Day, yearOf } from './calendar.js';
import { Draws } from './draws.js';
import { type Appearance, drawLimite, drawProcedure, type Procedure, type WallClock } from './facts/procedure.js';
import {
  CYCLE,
  dayOfPlace,
  type FeedSource,
  keyOf,
  numberOfPlace,
  type Place,
  placeOfSlot,
  slotInstant,
  slotOf,
  sourceOf,
  type Timeline,
} from './timeline.js';

export type NoticeKind = 'initial' | 'correction' | 'cancellation' | 'attribution';
export type Shape = 'EFORMS' | 'FNSimple' | 'MAPA' | 'CLASSIC';

/** What a correction changes; `prose`: only words that no rule can read. */
export type Change =
  { what: 'limite'; limite: WallClock } | { what: 'reference'; reference: string } | { what: 'prose' };

export interface Cited {
  /** Null when this gazette never showed it. */
  readonly identifiant: string | null;
  readonly noticeId: string;
}

/** One publication: which it is, what it cites, and the facts of its procedure. A pure function of (timeline, place). */
export interface Notice {
  readonly place: Place;
  /** Names the document: TED's copy of BOAMP's has the same. */
  readonly key: string;
  readonly source: FeedSource;
  /** BOAMP `26-85567`, TED `47522-2026`. */
  readonly identifiant: string;
  readonly day: Day;
  readonly kind: NoticeKind;
  readonly shape: Shape;
  /** Key of the procedure: the same for every publication of the notice, in both sources. */
  readonly root: string;
  readonly procedure: Procedure;
  /** The earlier publication of the same source that this one cites; null for initial notices. */
  readonly cited: Cited | null;
  /** eForms notice identifier: the same in BOAMP and in TED, which publish the same document. */
  readonly noticeId: string;
  readonly change: Change | null;
  /** Lots that a cancellation or an award names; empty: the whole notice. */
  readonly lots: readonly number[];
  /** The deadline as this publication states it. */
  readonly limite: WallClock;
}

/** Weights of sources.md A.1 over 60 days; cancellations raised from 0.13 % so that 2,000 publications hold some. */
const KINDS: readonly (readonly [NoticeKind, number])[] = [
  ['initial', 69],
  ['attribution', 26],
  ['correction', 4.5],
  ['cancellation', 0.5],
];
const NATIONAL_SHAPES: readonly (readonly [Shape, number])[] = [
  ['FNSimple', 58],
  ['MAPA', 27],
  ['CLASSIC', 15],
];
/** Positions of a cycle: 0 to 2 European, 3 to 8 national. */
const EUROPEAN = 3;
const NATIONAL = 6;
/** Position of TED - 9 = position of BOAMP; blocks between the two gazettes' publications of the same document. */
const TED_FIRST = 9;
const TED_AFTER_BOAMP: readonly number[] = [0, 1, -1];
/** Share of European procedures that both gazettes show; the others are seen in one only. */
const IN_BOTH = 0.88;
/** Days between a notice and the publications that follow it. */
const LAGS: Record<Exclude<NoticeKind, 'initial'>, readonly [number, number]> = {
  correction: [1, 12],
  cancellation: [1, 20],
  attribution: [30, 95],
};
/** Notices with a short delay are awarded soon, so that a window of six weeks holds tenders and their awards. */
const SOON: readonly [number, number] = [12, 30];
const AWARDED_SOON = 0.6;
const TRIES = 16;

export function noticeAt(timeline: Timeline, place: Place): Notice {
  if (sourceOf(place) === 'boamp') return boampNotice(timeline, place);
  const partner = partnerInBoamp(timeline, place);
  const twin = partner === null ? null : boampNotice(timeline, partner);
  if (twin === null || !inBoth(timeline, twin.root)) return tedOnlyNotice(timeline, place);
  const cited = twin.cited === null ? null : target(timeline, partner as Place, roleOf(timeline, partner as Place));
  const citedInTed = cited === null ? null : twinInTed(timeline, cited);
  return {
    ...twin,
    place,
    source: 'ted',
    day: dayOfPlace(timeline, place),
    identifiant: identifiantOf(timeline, place),
    cited:
      twin.cited === null
        ? null
        : { ...twin.cited, identifiant: citedInTed === null ? null : identifiantOf(timeline, citedInTed) },
  };
}

export function identifiantOf(timeline: Timeline, place: Place): string {
  const year = yearOf(dayOfPlace(timeline, place));
  const number = numberOfPlace(timeline, place);
  return sourceOf(place) === 'boamp' ? `${year % 100}-${number}` : `${number}-${year}`;
}

function boampNotice(timeline: Timeline, place: Place): Notice {
  const role = roleOf(timeline, place);
  const cited = target(timeline, place, role);
  const rootPlace = cited ?? place;
  const root = keyOf(rootPlace);
  const procedure = drawProcedure(timeline.seed, root, appearance(timeline, rootPlace));
  const kind = cited === null ? 'initial' : role.kind;
  const shape = cited === null ? role.shape : roleOf(timeline, cited).shape;
  const key = keyOf(place);
  const draws = new Draws(timeline.seed, `follow.${key}`);
  const day = dayOfPlace(timeline, place);
  const change = kind === 'correction' ? drawChange(draws, procedure, day) : null;
  return {
    place,
    key,
    source: 'boamp',
    identifiant: identifiantOf(timeline, place),
    day,
    kind,
    shape,
    root,
    procedure,
    cited:
      cited === null
        ? null
        : { identifiant: identifiantOf(timeline, cited), noticeId: noticeId(timeline, keyOf(cited)) },
    noticeId: noticeId(timeline, key),
    change,
    lots: drawLotsNamed(draws, kind, shape, procedure),
    limite: change?.what === 'limite' ? change.limite : procedure.limite,
  };
}

function tedOnlyNotice(timeline: Timeline, place: Place): Notice {
  const key = keyOf(place);
  const procedure = drawProcedure(timeline.seed, key, appearance(timeline, place));
  return {
    place,
    key,
    source: 'ted',
    identifiant: identifiantOf(timeline, place),
    day: dayOfPlace(timeline, place),
    kind: 'initial',
    shape: 'EFORMS',
    root: key,
    procedure,
    cited: null,
    noticeId: noticeId(timeline, key),
    change: null,
    lots: [],
    limite: procedure.limite,
  };
}

interface Role {
  kind: NoticeKind;
  shape: Shape;
}

/** What the place would be if a notice to follow can be found; initial roles are always what they say. */
function roleOf(timeline: Timeline, place: Place): Role {
  const draws = new Draws(timeline.seed, `role.${keyOf(place)}`);
  const kind = draws.weighted(KINDS);
  const shape = place.position % CYCLE < EUROPEAN ? 'EFORMS' : draws.weighted(NATIONAL_SHAPES);
  return { kind, shape };
}

/** The initial notice that a following publication cites; null when it cannot follow any, and is initial itself. */
function target(timeline: Timeline, place: Place, role: Role): Place | null {
  if (role.kind === 'initial') return null;
  const draws = new Draws(timeline.seed, `target.${keyOf(place)}`);
  const day = dayOfPlace(timeline, place);
  const lag = role.kind === 'attribution' && draws.chance(AWARDED_SOON) ? SOON : LAGS[role.kind];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const candidate = drawCandidate(timeline, draws, place, day, role, lag);
    if (candidate !== null && follows(timeline, candidate, day, role)) return candidate;
  }
  return null;
}

function drawCandidate(
  timeline: Timeline,
  draws: Draws,
  place: Place,
  day: Day,
  role: Role,
  lag: readonly [number, number],
): Place | null {
  const within = role.shape === 'EFORMS' ? draws.between(0, EUROPEAN - 1) : EUROPEAN + draws.between(0, NATIONAL - 1);
  const recent = place.series === 'growth' && role.kind !== 'attribution' && draws.chance(0.4);
  if (recent) {
    const slot = (place.block - draws.between(1, 400)) * CYCLE + within;
    return slotInstant(timeline, slot) > timeline.start ? placeOfSlot(slot) : null;
  }
  const block = day - draws.between(...lag);
  const position = draws.between(0, Math.floor((timeline.perDay - 1) / CYCLE)) * CYCLE + within;
  return position < timeline.perDay ? { series: 'base', block, position } : null;
}

function follows(timeline: Timeline, candidate: Place, day: Day, role: Role): boolean {
  const initial = roleOf(timeline, candidate);
  if (initial.kind !== 'initial') return false;
  // No sample shows how MAPA corrections, cancellations and awards are written: none is invented.
  if (initial.shape === 'MAPA' || (initial.shape === 'EFORMS') !== (role.shape === 'EFORMS')) return false;
  const limite = drawLimite(timeline.seed, keyOf(candidate), appearance(timeline, candidate));
  return role.kind === 'attribution' ? limite.day < day : limite.day > day;
}

function appearance(timeline: Timeline, place: Place): Appearance {
  const instant = place.series === 'growth' ? slotInstant(timeline, slotOf(place)) : null;
  return { day: dayOfPlace(timeline, place), instant };
}

function noticeId(timeline: Timeline, key: string): string {
  return new Draws(timeline.seed, `notice.${key}`).uuid();
}

function drawChange(draws: Draws, procedure: Procedure, day: Day): Change {
  // 2026: of 794 corrections, 474 give a new deadline, 149 do not touch it, 171 cannot be read (sources.md C.2).
  const what = draws.weighted([
    ['limite', 474],
    ['reference', 149],
    ['prose', 171],
  ] as const);
  if (what === 'prose') return { what };
  if (what === 'reference') return { what, reference: `${procedure.reference} bis` };
  return {
    what,
    limite: { day: Math.max(procedure.limite.day, day) + draws.between(4, 16), time: procedure.limite.time },
  };
}

function drawLotsNamed(draws: Draws, kind: NoticeKind, shape: Shape, procedure: Procedure): number[] {
  const numbers = procedure.lots.map((lot) => lot.numero);
  if (numbers.length === 0) return [];
  // 2 of 79 cancellations name one lot.
  if (kind === 'cancellation') return draws.chance(2 / 79) ? [draws.pick(numbers)] : [];
  // How FNSimple awards name their lots is not known: each awards everything.
  if (kind === 'attribution' && shape !== 'FNSimple')
    return draws.chance(0.2) ? draws.some(numbers, draws.between(1, numbers.length - 1)) : [];
  return [];
}

function inBoth(timeline: Timeline, root: string): boolean {
  return new Draws(timeline.seed, `both.${root}`).chance(IN_BOTH);
}

/** The place of BOAMP whose document a place of TED repeats. */
function partnerInBoamp(timeline: Timeline, place: Place): Place | null {
  const within = (place.position % CYCLE) - TED_FIRST;
  const position = place.position - TED_FIRST;
  if (place.series === 'base' && position >= timeline.perDay) return null;
  return { series: place.series, block: place.block - (TED_AFTER_BOAMP[within] as number), position };
}

/** The place of TED that repeats the document of a European place of BOAMP; null when there is none. */
function twinInTed(timeline: Timeline, place: Place): Place | null {
  const within = place.position % CYCLE;
  const position = place.position + TED_FIRST;
  if (within >= EUROPEAN || (place.series === 'base' && position >= timeline.perDay)) return null;
  return { series: place.series, block: place.block + (TED_AFTER_BOAMP[within] as number), position };
}
