import type { Normalise } from '../adapter.js';

export const normaliseAtexoRow: Normalise = ({ identifiant }) => ({
  ok: false,
  rejection: { reason: 'unknown_format', detail: 'this format has no mapper yet', identifiant },
});
