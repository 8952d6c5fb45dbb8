import { type Item, type ListingSource } from '../listing/item.js';
import { achatpublicEntry, awsItem, eMarchespublicsItem, marchesSecurisesItem, xmarchesItem } from './flavours.js';

/** How one platform's feed looks. Invented, but for the words of its items (flavours.ts). */
export interface Look {
  item: (item: Item) => string;
  atom?: boolean;
  latin1?: boolean;
  /** Items a page, the next one behind `next` (RFC 5005); else the latest only. */
  paged: boolean;
  size: number;
  validators: readonly ('etag' | 'last-modified')[];
}

export const LOOKS: Partial<Record<ListingSource, Look>> = {
  aws: { item: awsItem, paged: true, size: 100, validators: ['etag'] },
  achatpublic: { item: achatpublicEntry, atom: true, paged: true, size: 200, validators: ['etag', 'last-modified'] },
  marches_securises: { item: marchesSecurisesItem, paged: false, size: 5000, validators: ['last-modified'] },
  e_marchespublics: { item: eMarchespublicsItem, latin1: true, paged: true, size: 50, validators: ['etag'] },
  xmarches: { item: xmarchesItem, paged: false, size: 5000, validators: [] },
};
