import { type Item, linksOf, textOf } from '../rss/item.js';
import { consultationRef, type ConsultationRef, refOfAddress } from './identity.js';

/** The keys of an item: inside one of its addresses; or the number as `guid`, and the acronym in the link. */
export function refOfItem(item: Item): ConsultationRef | null {
  const links = linksOf(item);
  const whole = links.map(refOfAddress).find((ref) => ref !== null);
  const org = links.map((link) => /[?&]orgAcronyme=([\w-]+)/i.exec(link)?.[1]).find((found) => found !== undefined);
  return whole ?? consultationRef(textOf(item, 'guid') ?? undefined, org);
}
