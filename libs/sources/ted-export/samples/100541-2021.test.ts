import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/100541-2021.xml',
  'F14: correction of lot CPV codes, nothing of the whole notice changes',
  {
    source: 'ted',
    identifiant: '100541-2021',
    aliases: [],
    kind: 'correction',
    whole: false,
    cites: ['86481-2021'],
    closes: false,
    lots_concernes: [],
    motif: 'II.2.2 Code(s) CPV additionnel(s) : 66000000\nII.2.2 Code(s) CPV additionnel(s) : 79810000',
    date_publication: '2021-02-26',
    keys: {
      procedure_uuid: null,
      joue: ['100541-2021', '086481-2021'],
      boamp: [],
      consultations: [],
      reference_acheteur: '2020-1292',
    },
    content: {},
    anomalies: [],
  },
);
