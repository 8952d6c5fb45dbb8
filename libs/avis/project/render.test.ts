import { enrichAvis } from '../enrich/enrich.js';
import { foldAvis } from '../fold/fold.js';
import { avisId } from '../fold/identity.js';
import { publication, type wholeContent } from '../testing/publications.js';
import { renderRetired } from './render-retired.js';
import { renderAvis } from './render.js';

const NOW = new Date('2026-11-02T08:00:00Z');
const render = (content: Parameters<typeof wholeContent>[1] = {}, now = NOW) =>
  renderAvis(enrichAvis(foldAvis('26-1', [publication('26-1', { content })])!, [], null), {
    now,
    siteUrl: 'https://exemple.fr',
  });

const LIST_KEYS = [
  'id', 'source', 'licence', 'mention', 'lien_source', 'statut', 'titre', 'budget', 'cpv', 'date_limite',
  'date_publication', 'type_marche', 'procedure', 'description', 'acheteur', 'nb_lots', 'completude',
  'completude_version', 'champs_manquants', 'publie_aussi_sur', 'origines', 'liens',
]; // prettier-ignore
const DETAIL_KEYS = [
  'lots', 'criteres', 'duree_mois', 'lieu_execution', 'date_debut_prestation', 'forme_prix', 'url_profil_acheteur',
  'renseignements_complementaires', 'capacites',
]; // prettier-ignore

test('the list item, field by field', () => {
  expect(JSON.parse(render().liste)).toEqual({
    id: avisId('boamp', '26-1'),
    source: 'boamp',
    licence: 'Licence Ouverte 2.0',
    mention: 'BOAMP – DILA, Licence Ouverte 2.0, données mises à jour le 01/10/2026',
    lien_source: 'https://www.boamp.fr/avis/detail/26-1',
    statut: 'ouvert',
    titre: 'Réfection de la toiture 26-1',
    budget: 120000,
    cpv: '45261000',
    date_limite: '2027-01-15T11:00:00Z',
    date_publication: '2026-10-01',
    type_marche: 'Travaux',
    procedure: 'Procédure ouverte',
    description: 'Travaux de couverture et de zinguerie, marché 26-1.',
    acheteur: { nom: 'Commune de Saint-Étienne', siret: '21420218300017', departement: '42' },
    nb_lots: 1,
    completude: 100,
    completude_version: 1,
    champs_manquants: [],
    publie_aussi_sur: [],
    origines: {},
    liens: { acheteur: 'https://exemple.fr/acheteurs/21420218300017?src=api' },
  });
});

test('keys come in the order of the contract, without version', () => {
  const { liste, detail } = render();
  expect(Object.keys(JSON.parse(liste) as object)).toEqual(LIST_KEYS);
  expect(Object.keys(JSON.parse(detail) as object)).toEqual([...LIST_KEYS, ...DETAIL_KEYS]);
});

test('the detail carries the whole description, lots in the order of their numbers', () => {
  const long = 'mot '.repeat(300).trim();
  const lots = ['10', '2', '1'].map((numero) => ({ numero, description: null, budget: null, cpv: null }));
  const { liste, detail } = render({ description: long, lots });
  expect(JSON.parse(detail)).toMatchObject({
    description: long,
    lots: [{ numero: '1' }, { numero: '2' }, { numero: '10' }],
  });
  expect((JSON.parse(liste) as { description: string }).description).toMatch(/^.{1,499}…$/);
});

test('no SIRET, no link to the buyer', () => {
  const { liste } = render({ acheteur: { nom: 'Mairie', siret: null, departement: null } });
  expect(JSON.parse(liste)).toMatchObject({ liens: { acheteur: null } });
});

test('columns of filters: execution departments, the buyer’s standing in; the day of the deadline in Paris', () => {
  expect(render({ lieu_execution: { departements: ['69', '42', '69'], code_nuts: null } }).departements).toEqual([
    '69',
    '42',
  ]);
  expect(render({ lieu_execution: null }).departements).toEqual(['42']);
  expect(
    render({ lieu_execution: null, acheteur: { nom: null, siret: null, departement: null } }).departements,
  ).toEqual([]);
  expect(render({ date_limite: '2027-01-15T23:30:00Z' }).jour_limite).toBe('2027-01-16');
  expect(render({ date_limite: '2027-07-15T22:30:00Z' }).jour_limite).toBe('2027-07-16');
});

test('the fingerprint follows what is served', () => {
  expect(render().empreinte.equals(render().empreinte)).toBe(true);
  expect(render({ budget: 1 }).empreinte.equals(render().empreinte)).toBe(false);
  expect(render({}, new Date('2027-02-01T00:00:00Z')).empreinte.equals(render().empreinte)).toBe(false);
});

test('the retired form and nothing else', () => {
  const { id, statut, closes_at, liste, detail, empreinte, ...filters } = render();
  const retired = renderRetired(id, 'doublon', avisId('boamp', '26-2'), filters);
  expect(retired.liste).toBe(
    `{"id":"${id}","statut":"retire","motif_retrait":"doublon","canonique_id":"${avisId('boamp', '26-2')}"}`,
  );
  expect(retired.detail).toBe(retired.liste);
  expect([statut, closes_at, detail === liste, empreinte.equals(retired.empreinte)]).toEqual([
    'ouvert', new Date('2027-01-15T11:00:00Z'), false, false,
  ]); // prettier-ignore
});
