import { type Item, type ListingSource } from '../listing/item.js';

/** Prefixes as the standard's registry gives them to publishers; these are invented. */
const PREFIXES: Partial<Record<ListingSource, string>> = {
  klekoon: 'ocds-k1ek0n',
  francemarches: 'ocds-frm4rc',
  marchesonline: 'ocds-m0n1in',
  centraledesmarches: 'ocds-cd3m4r',
};

/** The ocid, identifier of the procurement process at its publisher: what the adapter takes as the notice's identifier. */
export function identifiantOf({ source, numero }: Pick<Item, 'source' | 'numero'>): string {
  return `${PREFIXES[source] ?? 'ocds-000000'}-${numero}`;
}
