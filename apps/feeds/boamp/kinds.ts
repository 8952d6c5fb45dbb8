import { type Notice } from '../notice.js';
import { type NATURES } from './labels.js';

/** European corrections and cancellations are republished as tenders; only `etat` tells them (docs/sources.md C.2). */
export function natureOf(notice: Notice): keyof typeof NATURES {
  if (notice.kind === 'attribution') return 'ATTRIBUTION';
  if (notice.kind === 'initial' || notice.shape === 'EFORMS') return 'APPEL_OFFRE';
  return notice.kind === 'correction' ? 'RECTIFICATIF' : 'ANNULATION';
}

export function etatOf(notice: Notice): 'INITIAL' | 'RECTIFICATIF' | 'ANNULATION' {
  if (notice.kind === 'correction') return 'RECTIFICATIF';
  return notice.kind === 'cancellation' ? 'ANNULATION' : 'INITIAL';
}

/** National corrections and cancellations, and awards, repeat no deadline. */
export function hasDeadline(notice: Notice): boolean {
  return notice.kind === 'initial' || (notice.shape === 'EFORMS' && notice.kind !== 'attribution');
}
