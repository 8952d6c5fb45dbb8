import { type SourceCode, sourceOf as registered } from '#sources/registry';
import { type ListingSource } from './item.js';

/** Whether a source, once a notice is over or withdrawn, still speaks of it: conventions publish releases, portals do not. */
export function keepsThePast(source: ListingSource): boolean {
  return registered(source)?.adapter === 'ocds';
}

export function isListing(code: string): code is ListingSource {
  return code !== 'boamp' && code !== 'ted' && registered(code) !== undefined;
}

/** Portals of one software list the open consultations only. */
export function listsOpenOnly(source: SourceCode): boolean {
  return registered(source)?.adapter === 'atexo';
}
