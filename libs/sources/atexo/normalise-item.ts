import type { Normalise } from '../adapter.js';

export const normaliseAtexoItem: Normalise = ({ identifiant }) => ({
  ok: false,
  rejection: { reason: 'unknown_format', detail: 'this format has no mapper yet', identifiant },
});
