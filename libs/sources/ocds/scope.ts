import type { Publication, PublicationKind } from '../publication.js';
import { at, type Node, nodes } from './json.js';
import { numberInId, type ReleasedLot, relatedLots } from './lots.js';
import { isEnded, statusOf } from './release-kind.js';

type Scope = Pick<Publication, 'closes' | 'lots_concernes'>;

/** What a cancellation or an award ends; nothing for the other kinds. */
export function scopeOf(release: Node, kind: PublicationKind, lots: readonly ReleasedLot[]): Scope {
  if (kind === 'cancellation') return cancellationScope(release, lots);
  if (kind === 'attribution') return awardScope(release, lots);
  return { closes: false, lots_concernes: [] };
}

/** The whole notice, unless the tender goes on and only some of its lots are ended. */
function cancellationScope(release: Node, lots: readonly ReleasedLot[]): Scope {
  const ended = lots.filter(({ node }) => isEnded(node));
  const partial = !isEnded(at(release, 'tender')) && ended.length > 0 && ended.length < lots.length;
  return partial
    ? { closes: false, lots_concernes: ended.map(({ numero }) => numero) }
    : { closes: true, lots_concernes: [] };
}

/**
 * An award closes when the tender is complete, or when every lot that the release declares is decided. A release that
 * declares none decides the whole if its awards name no lot either. A pending award decides nothing yet, and purchases
 * within a dynamic purchasing system leave it open.
 */
function awardScope(release: Node, lots: readonly ReleasedLot[]): Scope {
  const tender = at(release, 'tender');
  const contracts = nodes(at(release, 'contracts'));
  const awards = nodes(at(release, 'awards'));
  const decisions = [...awards, ...contracts].filter((one) => statusOf(one) !== 'pending');
  const named = new Set(decisions.flatMap(relatedLots));
  const decided = lots.filter(({ id, node }) => named.has(id ?? '') || isEnded(node) || statusOf(node) === 'complete');
  const whole = lots.length === 0 ? decisions.length > 0 && named.size === 0 : decided.length === lots.length;
  // One award that names no lot, beside lots that none names: it is of the procedure as a whole.
  const undivided = lots.length > 0 && named.size === 0 && decisions.length > 0 && decided.length === 0;
  const open = at(tender, 'techniques', 'hasDynamicPurchasingSystem') === true;
  const declared = new Map(lots.map(({ id, numero }) => [id, numero]));
  return {
    closes: statusOf(tender) === 'complete' || (!open && (whole || undivided)),
    lots_concernes: [
      ...new Set([
        ...decided.map(({ numero }) => numero),
        ...[...named].flatMap((id) => declared.get(id) ?? numberInId(id) ?? []),
      ]),
    ],
  };
}
