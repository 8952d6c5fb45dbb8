import type { Lot } from '#contract/avis';
import { type Collector, firstCleaned } from '../values/cleaned.js';
import { compareLotNumbers, lotDescription } from '../values/lot.js';
import { line, text } from '../values/text.js';
import { cpvOf } from './classification.js';
import { at, type Node, nodes, word, words } from './json.js';
import { euros } from './money.js';

/** The one lot of a procedure that is not divided, as eForms number it. */
const UNDIVIDED = /^LOT-0+$/i;
const NUMBERED = /^(?:lot[\s_-]*(?:n\s*[°ºo]?\s*)?)?0*(\w{1,20})$/i;
const IN_TITLE = /^\s*lot\s*(?:n\s*[°ºo]?\s*)?0*(\d{1,3})\b/i;

/** A lot as released: `lots` extension, or the items of one `relatedLot` where the publisher gives no lots. */
export interface ReleasedLot {
  numero: string;
  /** As other parts of the release refer to it. */
  id: string | null;
  node: Node;
  items: Node[];
}

/** The lots of a tender, by number; null when it does not say whether it is divided. */
export function releasedLots(tender: unknown): ReleasedLot[] | null {
  const items = nodes(at(tender, 'items'));
  const itemsOf = itemsByLot(items);
  const related = [...itemsOf.keys()];
  const listed = nodes(at(tender, 'lots')).filter((lot) => !UNDIVIDED.test(word(at(lot, 'id')) ?? ''));
  if (!Array.isArray(at(tender, 'lots')) && listed.length === 0 && related.length === 0) return null;
  const declared =
    listed.length > 0
      ? listed
      : related
          .filter((id) => !UNDIVIDED.test(id))
          .map((id) => ({ id, description: itemsOf.get(id)?.[0]?.['description'] }));
  return declared
    .map((node, index) => {
      const id = word(at(node, 'id'));
      return { numero: numeroOf(node, index), id, node, items: (id === null ? undefined : itemsOf.get(id)) ?? [] };
    })
    .sort((a, b) => compareLotNumbers(a.numero, b.numero));
}

/** Ids of the lots that an item, an award or a document is about. */
export function relatedLots(node: Node): string[] {
  return [...words(at(node, 'relatedLots')), ...words(at(node, 'relatedLot'))];
}

export function servedLot({ numero, node, items }: ReleasedLot, collector: Collector): Lot {
  return {
    numero,
    description: lotDescription(line(at(node, 'title')), text(at(node, 'description'))),
    budget: collector.keep('lots.budget', euros(at(node, 'value'))),
    cpv: collector.keep(
      'lots.cpv',
      firstCleaned(
        () => cpvOf([node]),
        () => cpvOf([...nodes(at(node, 'items')), ...items]),
      ),
    ),
  };
}

/** The number under which a lot is known: `LOT-0001`, `lot-1`, `1` -> `1`; null for an id that holds none. */
export function numberInId(id: string): string | null {
  return UNDIVIDED.test(id) ? null : (NUMBERED.exec(id)?.[1] ?? null);
}

/** By its id, else by what opens its title (« Lot 2 : … »), else by its place in the list. */
function numeroOf(node: Node, index: number): string {
  const id = word(at(node, 'id'));
  const own = id === null ? null : numberInId(id);
  return own ?? IN_TITLE.exec(line(at(node, 'title')) ?? '')?.[1] ?? String(index + 1);
}

function itemsByLot(items: readonly Node[]): ReadonlyMap<string, Node[]> {
  const byLot = new Map<string, Node[]>();
  for (const item of items) {
    for (const id of new Set(relatedLots(item))) {
      const same = byLot.get(id);
      if (same === undefined) byLot.set(id, [item]);
      else same.push(item);
    }
  }
  return byLot;
}
