import { dayText } from './calendar.js';
import { type NoticeKind, type Shape } from './role.js';
import { type Notice, noticeAt } from './notice.js';
import { placesOf, segmentsOf } from './segments.js';
import { type Gazette, type Timeline } from './timeline.js';

/**
 * What tests and benchmarks know and the service must find out: which publications are the same notice. Never served.
 * Every row but the last field is about one publication; `fin` is where its notice ends once all are read.
 */
export interface TruthRow {
  source: Gazette;
  identifiant: string;
  kind: NoticeKind;
  shape: Shape;
  date_publication: string;
  /** The same for every publication of the notice, in both sources. */
  procedure: string;
  procedure_uuid: string;
  /** Identifier, in the same source, of the publication that this one cites. */
  cites: string | null;
  /** Whether the cited publication is among the rows. */
  cites_visible: boolean;
  fin: TruthEnd;
}

export interface TruthEnd {
  /** A cancellation of the whole, or an award of everything, closes the notice, whatever the deadline. */
  closed: boolean;
  /** Deadline of the last publication that states one, in Paris: YYYY-MM-DDThh:mm:ss. */
  date_limite: string;
}

/** The rows of all publications visible at an instant, oldest first, source by source. */
export function* truth(timeline: Timeline, now: number): Generator<TruthRow> {
  const ends = endsOf(timeline, now);
  for (const source of ['boamp', 'ted'] as const) {
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
        fin: ends.get(endKey(notice)) ?? { closed: false, date_limite: limiteText(notice) },
      };
    }
  }
}

/** Ends that differ from the initial notice's own; only following publications are kept in memory. */
function endsOf(timeline: Timeline, now: number): Map<string, TruthEnd> {
  const ends = new Map<string, TruthEnd>();
  for (const source of ['boamp', 'ted'] as const) {
    for (const notice of notices(timeline, now, source)) {
      if (notice.kind === 'initial') continue;
      const end = ends.get(endKey(notice)) ?? { closed: false, date_limite: initialLimite(notice) };
      // A European correction is the whole notice again: one that leaves the deadline alone states the first one.
      if (notice.kind === 'correction' && (notice.shape === 'EFORMS' || notice.change?.what === 'limite')) {
        end.date_limite = limiteText(notice);
      }
      if (notice.kind !== 'correction' && notice.lots.length === 0) end.closed = true;
      ends.set(endKey(notice), end);
    }
  }
  return ends;
}

function* notices(timeline: Timeline, now: number, source: Gazette): Generator<Notice> {
  for (const place of placesOf(segmentsOf(timeline, now, -Infinity, Infinity), source, false)) {
    yield noticeAt(timeline, place);
  }
}

function endKey(notice: Notice): string {
  return `${notice.source} ${notice.root}`;
}

function limiteText(notice: Notice): string {
  return `${dayText(notice.limite.day)}T${notice.limite.time}`;
}

function initialLimite(notice: Notice): string {
  return `${dayText(notice.procedure.limite.day)}T${notice.procedure.limite.time}`;
}
