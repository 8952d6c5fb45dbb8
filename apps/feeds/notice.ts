import { target } from './chain.js';
import { type NoticeKind, roleOf, type Shape } from './role.js';
import { type Day, yearOf } from './calendar.js';
import { Draws } from './draws.js';
import { type Amendment, amendmentOf } from './family/amendment.js';
import { procedureOf } from './family/procedure.js';
import { type Procedure, type WallClock } from './facts/procedure.js';
import { dayOfPlace, type Gazette, keyOf, numberOfPlace, type Place, sourceOf, type Timeline } from './timeline.js';
import { inBoth, partnerInBoamp, twinInTed } from './twins.js';

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
  readonly source: Gazette;
  /** BOAMP `26-85567`, TED `47522-2026`. */
  readonly identifiant: string;
  readonly day: Day;
  readonly kind: NoticeKind;
  readonly shape: Shape;
  /** Key of the procedure: the same for every publication of the notice, in both sources. */
  readonly root: string;
  /** Where its first publication lies, in whichever gazette. */
  readonly rootPlace: Place;
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

/** The publication at a place of BOAMP or TED. */
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
  const procedure = procedureOf(timeline, rootPlace);
  const kind = cited === null ? 'initial' : role.kind;
  const shape = cited === null ? role.shape : roleOf(timeline, cited).shape;
  const key = keyOf(place);
  const draws = new Draws(timeline.seed, `follow.${key}`);
  const day = dayOfPlace(timeline, place);
  const change = kind === 'correction' ? drawChange(draws, procedure, day, amendmentOf(timeline, rootPlace)) : null;
  return {
    place,
    key,
    source: 'boamp',
    identifiant: identifiantOf(timeline, place),
    day,
    kind,
    shape,
    root,
    rootPlace,
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
  const procedure = procedureOf(timeline, place);
  return {
    place,
    key,
    source: 'ted',
    identifiant: identifiantOf(timeline, place),
    day: dayOfPlace(timeline, place),
    kind: 'initial',
    shape: 'EFORMS',
    root: key,
    rootPlace: place,
    procedure,
    cited: null,
    noticeId: noticeId(timeline, key),
    change: null,
    lots: [],
    limite: procedure.limite,
  };
}

function noticeId(timeline: Timeline, key: string): string {
  return new Draws(timeline.seed, `notice.${key}`).uuid();
}

function drawChange(draws: Draws, procedure: Procedure, day: Day, amendment: Amendment | null): Change {
  // 2026: of 794 corrections, 474 give a new deadline, 149 do not touch it, 171 cannot be read (docs/sources.md C.2).
  const what = draws.weighted([
    ['limite', 474],
    ['reference', 149],
    ['prose', 171],
  ] as const);
  if (what === 'prose') return { what };
  if (what === 'reference') return { what, reference: `${procedure.reference} bis` };
  if (amendment !== null) return { what, limite: amendment.limite };
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
