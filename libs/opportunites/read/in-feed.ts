import { OUVERT } from '#avis/read/conditions';
import { STATUTS_GARDES } from '../membership.js';

const gardes = STATUTS_GARDES.map((statut) => `'${statut}'`).join(', ');

/**
 * Whether a row `o` of a feed still stands there, given its notice `a`: time may have closed the notice, or its source
 * withdrawn it, and the worker not have looked at the feeds again yet.
 */
export const IN_FEED = `a.statut <> 'retire' and (o.statut_utilisateur in (${gardes}) or ${OUVERT})`;
