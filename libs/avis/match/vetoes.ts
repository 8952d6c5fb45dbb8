import { publicationGap } from './levels.js';
import { namesOther } from './names-other.js';
import type { Prepared } from './prepared.js';

/**
 * What makes two notices different whatever else they have in common. `procedure`: each names its procedure, not the
 * same; `lot`, `annee`: their titles name other lots or one names some, other years; `relance`: one was published after the other had
 * ended: a re-launch, a renewal; `source`: two notices of one source.
 */
export type Veto = 'procedure' | 'lot' | 'annee' | 'relance' | 'consultation' | 'source';

/** Days. Sources show one notice within days of each other; half a year apart it is a renewal. */
const LONGEST_GAP = 180;

/** Vetoes that hold against exact keys too. */
export function strictVeto(a: Prepared, b: Prepared): Veto | null {
  const [ours, theirs] = [a.notice.keys.procedure_uuid, b.notice.keys.procedure_uuid];
  if (ours !== null && theirs !== null && ours !== theirs) return 'procedure';
  return isRelaunch(a, b) || isRelaunch(b, a) ? 'relance' : null;
}

/** All vetoes, for what only resembles. */
export function vetoOf(a: Prepared, b: Prepared): Veto | null {
  const strict = strictVeto(a, b);
  if (strict !== null) return strict;
  if (a.notice.source === b.notice.source) return 'source';
  if (namesOther(a.title?.lots, b.title?.lots) || namesLots(a) !== namesLots(b)) return 'lot';
  if (namesOther(a.title?.years, b.title?.years)) return 'annee';
  return otherConsultation(a, b) ? 'consultation' : null;
}

/** Notice of a lot, which the notice of the whole is not. */
function namesLots({ title }: Prepared): boolean {
  return title !== null && title.lots.length > 0;
}

/** `later` appeared once all deadlines of `earlier` had passed, or half a year after it. */
function isRelaunch(earlier: Prepared, later: Prepared): boolean {
  if (later.published === null) return false;
  if ((publicationGap(earlier, later) ?? 0) > LONGEST_GAP) return true;
  // A deadline before the notice's own publication is a fault of its source, not an end (docs/sources.md D.1).
  const ends = earlier.deadlines.map(({ rank }) => rank).filter((rank) => rank >= (earlier.published ?? rank));
  if (ends.length === 0 || sharesDay(earlier, later)) return false;
  const end = Math.max(...ends);
  return later.published > end && later.deadlines.every(({ rank }) => rank > end);
}

function sharesDay(a: Prepared, b: Prepared): boolean {
  return a.deadlines.some(({ rank }) => b.deadlines.some((other) => other.rank === rank));
}

/** The platforms of Atexo name a consultation in one way only: two numbers on one of them are two consultations. */
function otherConsultation(a: Prepared, b: Prepared): boolean {
  const hosts = byHost(a.notice.keys.consultations);
  for (const [host, ids] of byHost(b.notice.keys.consultations)) {
    const ours = hosts.get(host);
    if (ours !== undefined && !SEVERAL_NUMBERS.has(host) && namesOther(ours, ids)) return true;
  }
  return false;
}

/** Where one consultation has several numbers: AWS has one of the file (`IDM`) and one of the notice (`MPI-pub`). */
const SEVERAL_NUMBERS: ReadonlySet<string> = new Set(['marches-publics.info']);

function byHost(consultations: readonly string[]): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const one of consultations) {
    const [host = '', id = ''] = one.split('|', 2);
    hosts.set(host, [...(hosts.get(host) ?? []), id]);
  }
  return hosts;
}
