import type { Publication } from '../../publication.js';
import { sample } from '../testing/sample.js';

sample('boamp_api/26-86114.json', 'FNSimple correction of the deadline, in prose', {
  source: 'boamp',
  identifiant: '26-86114',
  aliases: [],
  kind: 'correction',
  whole: false,
  cites: ['26-79146'],
  closes: false,
  lots_concernes: [],
  motif:
    'Rubrique : Date et heure limites de réception des plis, Au lieu de 07/09/2026 à 12h00, lire 14/09/2026 à 12h00',
  date_publication: '2026-09-04',
  keys: { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null },
  content: { date_limite: '2026-09-14T10:00:00Z' },
  anomalies: [],
} satisfies Publication);
