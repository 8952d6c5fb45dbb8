import type { Normalise } from '../adapter.js';
import { isFrenchCountry } from '../eforms/countries.js';
import { type EformsNotice, mapEforms } from '../eforms/map.js';
import { reference } from '../eforms/notice-reference.js';
import { structureFault } from '../eforms/structure.js';
import { TreeFault, treeOfXml } from '../eforms/tree.js';
import type { Normalised, RejectionReason } from '../publication.js';
import { noticeAddress } from './notice-address.js';

/**
 * A notice of TED in eForms XML. Its identifier is the publication number without zeros in front, `47522-2024`: the
 * document's own, else the one under which it was listed. Never throws.
 */
export const normaliseTed: Normalise = (document): Normalised => {
  let listed: string | null = null;
  try {
    listed = publicationNumberOf(document.identifiant);
    const root = treeOfXml(document.body);
    const mapping = mapEforms(root);
    if (!mapping.ok) return rejected(mapping.reason, mapping.detail, listed);
    const { notice } = mapping;
    const identifiant = notice.publicationNumber ?? listed;
    const fault = structureFault(root);
    if (fault !== null) return rejected('incomplete', fault, identifiant);
    if (!isFrenchCountry(notice.buyerCountry)) {
      return rejected('out_of_scope', `the buyer is not French: ${notice.buyerCountry ?? 'no country'}`, identifiant);
    }
    if (identifiant === null) return rejected('incomplete', 'no efbc:NoticePublicationID', null);
    return { ok: true, publication: publicationOf(notice, document.source, identifiant) };
  } catch (error) {
    if (error instanceof TreeFault) return rejected(error.reason, error.message, listed);
    return rejected('internal', error instanceof Error ? error.message : String(error), listed);
  }
};

function publicationOf(
  { publicationNumber: _, buyerCountry: __, ...notice }: EformsNotice,
  source: Parameters<Normalise>[0]['source'],
  identifiant: string,
) {
  return { ...notice, source, identifiant, content: { ...notice.content, lien_source: noticeAddress(identifiant) } };
}

function publicationNumberOf(identifiant: string): string | null {
  const number = reference(identifiant);
  return /^\d+-\d{4}$/.test(number) ? number : null;
}

function rejected(reason: RejectionReason, detail: string, identifiant: string | null): Normalised {
  return { ok: false, rejection: { reason, detail, identifiant } };
}
