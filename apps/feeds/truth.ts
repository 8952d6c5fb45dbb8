import { SOURCES, type SourceCode } from '#sources/registry';
import { dayText, parisWall } from './calendar.js';
import { type NearKind, nearOf } from './family/near.js';
import { procedureOf } from './family/procedure.js';
import { identifiantOf } from './listing/identifiant.js';
import { type Item, type ListingSource } from './listing/item.js';
import { itemAt } from './listing/item-at.js';
import { lifeOf, momentOf } from './listing/life.js';
import { isListing } from './listing/shown.js';
import { type Notice, noticeAt } from './notice.js';
import { type NoticeKind, type Shape } from './role.js';
import { placesOf, segmentsOf } from './segments.js';
import { type Gazette, keyOf, type Place, type Timeline } from './timeline.js';

const ALL_SOURCES: readonly SourceCode[] = SOURCES.map(({ code }) => code);

/**
 * What tests and benchmarks know and the service must find out: which publications are the same notice. Never served.
 * Every row but its last fields is about one publication; `fin` is where its notice ends, in its source, once all are read.
 */
export interface TruthRow {
  source: SourceCode;
  identifiant: string;
  kind: NoticeKind;
  /** Null in the sources that only list notices. */
  shape: Shape | null;
  date_publication: string;
  /** The same for every publication of the notice, in whatever source. */
  procedure: string;
  procedure_uuid: string;
  /** Identifier, in the same source, of the publication that this one cites. */
  cites: string | null;
  /** Whether the cited publication is among the rows. */
  cites_visible: boolean;
  fin: TruthEnd;
  /** Another procedure that this one resembles without being it. */
  near: { kind: NearKind; procedure: string } | null;
  /** Gazettes keep everything; a portal stops showing what is withdrawn. */
  shown: boolean;
  /** What a source that lists notices shows of this one at the instant, or showed last; null for the gazettes. */
  item: Item | null;
}

export interface TruthEnd {
  /** A cancellation of the whole, or an award of everything, closes the notice, whatever the deadline. */
  closed: boolean;
  /** Deadline of the last publication that states one, in Paris: YYYY-MM-DDThh:mm:ss, or YYYY-MM-DD without an hour. */
  date_limite: string;
}

/** One row for each publication visible at an instant, oldest first, source by source. */
export function* truth(timeline: Timeline, now: number, sources = ALL_SOURCES): Generator<TruthRow> {
  for (const source of sources)
    yield* isListing(source) ? listed(timeline, now, source) : gazette(timeline, now, source);
}

function* gazette(timeline: Timeline, now: number, source: Gazette): Generator<TruthRow> {
  const ends = endsOf(timeline, now, source);
  const seen = new Set<string>();
  for (const notice of notices(timeline, now, source)) {
    const cites = notice.cited?.identifiant ?? null;
    if (notice.kind === 'initial') seen.add(notice.identifiant);
    yield {
      source,
      identifiant: notice.identifiant,
      kind: notice.kind,
      shape: notice.shape,
      date_publication: dayText(notice.day),
      procedure: notice.root,
      procedure_uuid: notice.procedure.uuid,
      cites,
      cites_visible: cites !== null && seen.has(cites),
      fin: ends.get(notice.root) ?? { closed: false, date_limite: limiteText(notice) },
      near: nearText(timeline, notice.rootPlace),
      shown: true,
      item: null,
    };
  }
}

function* listed(timeline: Timeline, now: number, source: ListingSource): Generator<TruthRow> {
  for (const place of placesOf(segmentsOf(timeline, now, -Infinity, Infinity), source, false)) {
    const life = lifeOf(timeline, place);
    const moment = momentOf(life, now);
    if (moment === null) continue;
    const item = itemAt(timeline, life, moment);
    yield {
      source,
      identifiant: identifiantOf(item),
      kind: 'initial',
      shape: null,
      date_publication: dayText(parisWall(item.publie).day),
      procedure: keyOf(life.root),
      procedure_uuid: procedureOf(timeline, life.root).uuid,
      cites: null,
      cites_visible: false,
      fin: {
        closed: item.etat === 'annulee' || item.evenements.some(({ quoi }) => quoi === 'attribution'),
        date_limite: listedLimite(item),
      },
      near: nearText(timeline, life.root),
      shown: moment.shown,
      item,
    };
  }
}

function listedLimite({ limite }: Item): string {
  if (limite === null) return '';
  return limite.heure === null ? limite.jour : `${limite.jour}T${limite.heure}:00`;
}

function nearText(timeline: Timeline, root: Place): TruthRow['near'] {
  const near = nearOf(timeline, root);
  return near === null ? null : { kind: near.kind, procedure: keyOf(near.other) };
}

/** Ends that differ from the initial notice's own; only following publications are kept in memory. */
function endsOf(timeline: Timeline, now: number, source: Gazette): Map<string, TruthEnd> {
  const ends = new Map<string, TruthEnd>();
  for (const notice of notices(timeline, now, source)) {
    if (notice.kind === 'initial') continue;
    const end = ends.get(notice.root) ?? { closed: false, date_limite: initialLimite(notice) };
    // A European correction is the whole notice again: one that leaves the deadline alone states the first one.
    if (notice.kind === 'correction' && (notice.shape === 'EFORMS' || notice.change?.what === 'limite')) {
      end.date_limite = limiteText(notice);
    }
    if (notice.kind !== 'correction' && notice.lots.length === 0) end.closed = true;
    ends.set(notice.root, end);
  }
  return ends;
}

function* notices(timeline: Timeline, now: number, source: Gazette): Generator<Notice> {
  for (const place of placesOf(segmentsOf(timeline, now, -Infinity, Infinity), source, false)) {
    yield noticeAt(timeline, place);
  }
}

function limiteText(notice: Notice): string {
  return `${dayText(notice.limite.day)}T${notice.limite.time}`;
}

function initialLimite(notice: Notice): string {
  return `${dayText(notice.procedure.limite.day)}T${notice.procedure.limite.time}`;
}
