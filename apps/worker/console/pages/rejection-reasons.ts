import type { RejectionReason } from '#sources/publication';
import type { Tone } from '../parts/badge.js';

/** Each reason in French, and whether somebody should look. */
export const REASONS: Readonly<Record<RejectionReason, { text: string; tone: Tone }>> = {
  malformed: { text: 'Illisible', tone: 'warn' },
  hostile: { text: 'Construction XML refusée', tone: 'bad' },
  incomplete: { text: 'Incomplet', tone: 'warn' },
  out_of_scope: { text: 'Hors périmètre', tone: 'quiet' },
  unknown_format: { text: 'Format inconnu', tone: 'warn' },
  internal: { text: 'Défaut de notre code', tone: 'bad' },
};

export function reasonText(reason: string): { text: string; tone: Tone } {
  return isReason(reason) ? REASONS[reason] : { text: reason, tone: 'warn' };
}

export function isReason(reason: unknown): reason is RejectionReason {
  return typeof reason === 'string' && Object.hasOwn(REASONS, reason);
}
