import { normaliseAtexoRow } from './normalise-row.js';
import { readFileSync } from 'node:fs';
import { rowFragment } from './fragment.js';

/** Rows written by hand after the structure of live portals; their expected values were read in them by hand. */
const FOLDER = 'libs/sources/atexo/testing';

function publication(name: string, source: 'place' | 'maximilien') {
  const body = Buffer.from(rowFragment(readFileSync(`${FOLDER}/${name}`, 'utf8')));
  const result = normaliseAtexoRow({ source, identifiant: '', format: 'atexo-row', body });
  if (!result.ok) throw new Error(result.rejection.detail);
  return result.publication;
}

test('a row of a dynamic purchasing system: every field, the deadline ten years ahead', () => {
  expect(publication('system.html', 'maximilien')).toEqual({
    source: 'maximilien',
    identifiant: '812345-x7c',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2023-04-20',
    keys: {
      procedure_uuid: null,
      joue: [],
      boamp: [],
      consultations: ['marches.maximilien.fr|812345'],
      reference_acheteur: '2023SAD-0012',
    },
    content: {
      titre: "Système d'acquisition dynamique : fourniture de matériel informatique & bureautique",
      description:
        "Fourniture, livraison et maintenance de matériel informatique pour les lycées d'Île-de-France ; le système reste ouvert dix ans.",
      budget: 12_500_000,
      cpv: null,
      date_limite: '2033-04-12T10:00:00Z',
      type_marche: 'Fournitures',
      procedure: "Système d'acquisition dynamique",
      acheteur: { nom: "CONSEIL REGIONAL D'ILE DE FRANCE", siret: null, departement: '93' },
      lien_source: 'https://marches.maximilien.fr/entreprise/consultation/812345?orgAcronyme=x7c',
      nb_lots: 3,
      lots: [],
      criteres: null,
      duree_mois: null,
      lieu_execution: { departements: ['75', '77', '78', '91', '92', '93', '94', '95'], code_nuts: null },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: null,
      renseignements_complementaires: null,
      capacites: { economique: null, technique: null, exercice: null },
    },
    anomalies: [],
  });
});

test('a plain row: what is not shown, or hidden, is null', () => {
  const { identifiant, keys, date_publication, content, anomalies } = publication('plain.html', 'place');
  expect([identifiant, date_publication, anomalies]).toEqual(['2481977-g7h', '2023-11-17', []]);
  expect(keys).toMatchObject({
    consultations: ['marches-publics.gouv.fr|2481977'],
    reference_acheteur: 'DAF_2023_000511',
  });
  expect(content).toMatchObject({
    titre: 'Entretien des installations de chauffage',
    description: 'Entretien des installations de chauffage',
    budget: null,
    // Winter: one hour ahead of UTC.
    date_limite: '2023-12-20T11:00:00Z',
    type_marche: 'Services',
    procedure: 'MAPA',
    acheteur: { nom: 'Préfecture de la Corse-du-Sud (SGAMI)', departement: '2A' },
    nb_lots: null,
    lieu_execution: { departements: ['2A'] },
  });
});
