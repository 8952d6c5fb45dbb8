import { sourceOf } from '../registry.js';

/** The software's two keys of a consultation: its number and the acronym of the buyer's organisation. */
export interface ConsultationRef {
  refCons: string;
  orgCons: string;
}

/** The keys as they are shown; null when they are not what the software writes. */
export function consultationRef(refCons: string | undefined, orgCons: string | undefined): ConsultationRef | null {
  const [ref, org] = [refCons?.trim() ?? '', orgCons?.trim() ?? ''];
  return /^[1-9]\d{0,11}$/.test(ref) && /^[\w-]{1,40}$/.test(org) ? { refCons: ref, orgCons: org } : null;
}

/** `Publication.identifiant` of both doors. */
export function identifiantOf({ refCons, orgCons }: ConsultationRef): string {
  return `${refCons}-${orgCons}`;
}

/**
 * The consultation's public page. On the portal's own host whatever address was collected: notices of other sources cite
 * it there, and the key « host|id » is read from it.
 */
export function publicAddress(source: string, { refCons, orgCons }: ConsultationRef): string {
  return `${sourceOf(source)?.url ?? ''}/entreprise/consultation/${refCons}?orgAcronyme=${orgCons}`;
}

/** The keys inside an address of a consultation, in the forms that portals write; null in any other address. */
export function refOfAddress(address: string): ConsultationRef | null {
  const org = /[?&]orgAcronyme=([\w-]+)/i.exec(address)?.[1];
  const ref =
    /[?&](?:refConsultation|reference|id)=(\d+)/i.exec(address)?.[1] ??
    /\/entreprise\/consultation\/(\d+)/i.exec(address)?.[1];
  return consultationRef(ref, org);
}
