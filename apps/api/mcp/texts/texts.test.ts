import type { AvisDetail, AvisListItem } from '#contract/avis';
import type { AttributionServie, ContratServi } from '#contract/contrats';
import { attributionsText } from './attributions-text.js';
import { avisLine } from './avis-line.js';
import { avisListText } from './avis-list-text.js';
import { avisText } from './avis-text.js';
import { contratLine } from './contrat-line.js';
import { creditsOf } from './credits.js';
import { nextPage } from './going-on.js';
import { opportunitesText } from './opportunites-text.js';
import { scoreWords } from './score-words.js';
import { count, counted, euros, parisTime, short } from './words.js';

const AVIS = {
  id: '3f2504e0-4f89-51d3-9a0c-0305e82c3301',
  source: 'boamp',
  mention: 'BOAMP – DILA',
  lien_source: 'https://exemple.fr/avis/1',
  statut: 'ouvert',
  titre: 'Réfection de l’école',
  budget: 120_000.5,
  cpv: '45261000',
  date_limite: '2026-12-15T11:00:00Z',
  date_publication: '2026-11-01',
  type_marche: 'Travaux',
  procedure: 'Procédure ouverte',
  description: 'Travaux.',
  acheteur: { nom: 'Ville d’Amiens', siret: '21800019800015', departement: '80' },
  nb_lots: null,
  publie_aussi_sur: [],
} as unknown as AvisListItem;
const DETAIL = {
  ...AVIS,
  lots: [],
  criteres: null,
  duree_mois: null,
  lieu_execution: null,
  date_debut_prestation: null,
  url_profil_acheteur: null,
  renseignements_complementaires: null,
  capacites: { economique: null, technique: null, exercice: null },
} as unknown as AvisDetail;
const PAGE = { page: 1, per_page: 10, total: 1, total_exact: true };
const RETIRE = { id: AVIS.id, statut: 'retire', motif_retrait: 'doublon', canonique_id: 'autre' } as const;

test('a notice stands on one line: what one chooses by, where it comes from, its identifier', () => {
  expect(avisLine(AVIS)).toBe(
    'Réfection de l’école · Ville d’Amiens (80) · limite 15/12/2026 12:00 (Paris) · 120 001 € · CPV 45261000 · source boamp · https://exemple.fr/avis/1 · id 3f2504e0-4f89-51d3-9a0c-0305e82c3301',
  );
});

test('nothing known is said as such, and never as « null »', () => {
  const bare = {
    ...AVIS,
    titre: null,
    budget: null,
    cpv: null,
    date_limite: null,
    lien_source: null,
    acheteur: { nom: null, siret: null, departement: null },
  } as AvisListItem;
  expect(avisLine(bare)).toBe(`sans titre · sans date limite · source boamp · id ${AVIS.id}`);
  expect(avisLine({ ...bare, acheteur: { ...bare.acheteur, departement: '80' } })).toContain('acheteur non nommé (80)');
  expect(avisText({ data: { ...DETAIL, ...bare, description: null } })).not.toMatch(/null|undefined/);
});

test('a retired notice says why and which one stands for it', () => {
  expect(avisLine(RETIRE)).toBe(`avis retiré (doublon) · voir autre · id ${AVIS.id}`);
  expect(avisText({ data: RETIRE })).toBe(`avis retiré (doublon) · voir autre · id ${AVIS.id}.`);
});

test.each([
  [0, '0 avis trouvé'],
  [1, '1 avis trouvé'],
  [2, '2 avis trouvés'],
  [12_345, '12 345 avis trouvés'],
])('%s: the noun and its participle agree', (n, words) => {
  expect(counted(n, 'avis trouvé', 'avis trouvés')).toBe(words);
});

test('a list says how many there are, how to go on, and each credit once', () => {
  const data = [AVIS, RETIRE, { ...AVIS, mention: 'TED' }, AVIS] as AvisListItem[];
  const lines = avisListText({ data, meta: { ...PAGE, total: 1000, total_exact: false } }).split('\n\n');
  expect(lines[0]).toBe('Plus de 1 000 avis trouvés, 4 montrés, page 1.');
  expect(lines[1]).toMatch(/^1\. Réfection.*\n2\. avis retiré.*\n3\. .*\n4\. /);
  expect(lines[2]).toBe('Suite : rappelez search_avis avec les mêmes filtres et page = 2.');
  expect(lines[3]).toBe('À mentionner : BOAMP – DILA ; TED');
});

test('a walk gives its cursor to those who read text only, and at its end what to ask for later', () => {
  const meta = { per_page: 10, total: null, synchronise_jusqu_a: '2026-11-01T08:00:00.000000Z' };
  expect(avisListText({ data: [AVIS], meta: { ...meta, curseur_suivant: 'abc' } })).toContain(
    '1 avis sur cette page.\n\n1. Réfection',
  );
  expect(avisListText({ data: [AVIS], meta: { ...meta, curseur_suivant: 'abc' } })).toContain('tel quel : abc');
  expect(avisListText({ data: [], meta: { ...meta, curseur_suivant: null } })).toContain(
    'updated_since = 2026-11-01T08:00:00.000000Z',
  );
});

test('when nothing is found, the text says what to try', () => {
  expect(avisListText({ data: [], meta: { ...PAGE, total: 0 } })).toBe(
    '0 avis trouvé, 0 montré, page 1.\n\nRien ne répond à ces filtres : retirez-en, ou cherchez moins de mots ; « statut » = tous cherche aussi les avis clos.',
  );
  const attributions = { data: [] as AttributionServie[], meta: { limite: 10, curseur_suivant: null, total: 0 } };
  expect(attributionsText(attributions)).toContain('Rien ne répond');
});

test('there is no page after the last, nor one that the route would refuse', () => {
  expect(nextPage('search_avis', { ...PAGE, total: 10 })).toBeNull();
  expect(nextPage('search_avis', { ...PAGE, total: 11 })).toContain('page = 2');
  expect(nextPage('search_avis', { ...PAGE, page: 100, total: 1000, total_exact: false })).toBeNull();
  expect(nextPage('search_avis', { ...PAGE, page: 14, per_page: 70, total: 1000 })).toContain('trop loin');
});

test('published texts stay on their line, at their length, and without signs that are not seen', () => {
  expect(short('Travaux\r\n\u0000\tde\u2028voirie  ')).toBe('Travaux de voirie');
  expect(short('Tra\u200bvaux \u202eeiriov\u202c')).toBe('Travaux eiriov');
  expect(short(' \n\u200b ')).toBeNull();
  expect(short('a'.repeat(161))).toBe(`${'a'.repeat(159)}…`);
  expect(short('a'.repeat(160))).toHaveLength(160);
  // A character of two units is left out whole.
  expect(short(`${'a'.repeat(158)}\u{1f3eb}bbb`)).toBe(`${'a'.repeat(158)}…`);
});

test('a notice in full: lots, criteria, what else is asked, where to answer', () => {
  const text = avisText({
    data: {
      ...DETAIL,
      description: 'x'.repeat(5_000),
      nb_lots: 25,
      lots: Array.from({ length: 25 }, (_, n) => ({
        numero: String(n + 1),
        description: 'Lot',
        budget: null,
        cpv: null,
      })),
      criteres: { selection: null, attribution: { prix: 60 } },
      capacites: { economique: 'CA de 100 000 €', technique: null, exercice: null },
      url_profil_acheteur: 'https://profil.fr',
      renseignements_complementaires: 'Visite\nobligatoire',
      score: 84,
      raisons: { metier: { points: 50, cpv: '45' } },
      verdict: null,
    },
  });
  expect(text).toContain(`${'x'.repeat(1_999)}…`);
  expect(text).toContain('25 lots, 20 montrés :\n- lot 1 · Lot\n');
  expect(text).toContain('Critères d’attribution : {"prix":60}');
  expect(text).toContain('Capacités demandées : CA de 100 000 €');
  expect(text).toContain('Renseignements complémentaires : Visite obligatoire');
  expect(text).toContain('profil d’acheteur : https://profil.fr');
  expect(text).toContain('score 84 (métier 50/50 : CPV 45)');
  expect(text).toMatch(/À mentionner : BOAMP – DILA$/);
});

test('why a notice has its score, and what was thought of it', () => {
  const raisons = {
    metier: { points: 40, mots: ['toiture'] },
    distance: { points: 12, km: 80.5 },
    budget: { points: 7 },
  };
  expect(scoreWords({ score: 59, raisons, verdict: { valeur: 'incertain', raison: 'Trop loin' } })).toBe(
    'score 59 (métier 40/50 : toiture, distance 12/25 : 81 km, budget 7/15) · verdict incertain : Trop loin',
  );
  expect(scoreWords({ score: 50, raisons: {}, verdict: null })).toBe('score 50');
  const item = { ...AVIS, score: 50, raisons: {}, verdict: null, statut_utilisateur: 'new', vu_le: null } as const;
  expect(opportunitesText({ data: [item], meta: PAGE })).toMatch(
    /^1 avis convient, 1 montré, .*\n\n1\. score 50 · Réf/,
  );
});

test('a contract: its holders are counted, and who may not be disclosed is not named', () => {
  const contrat = {
    uid: 'A',
    objet: 'École',
    acheteur: { siret: null, nom: 'Rennes', departement: '35' },
    titulaire: { siret: null, nom: null, departement: null, categorie: null },
    cotitulaires: [{ nom: 'B' }],
    montant: 1_234_567,
    date_notification: '2026-03-31',
    fin_estimee: null,
  } as unknown as ContratServi;
  expect(contratLine(contrat)).toBe(
    'École · Rennes (35) · titulaire non nommé · 1 cotitulaire · 1 234 567 € · notifié 2026-03-31 · uid A',
  );
  expect(contratLine(contrat, 'acheteur')).not.toContain('Rennes');
  expect(contratLine(contrat, 'titulaire')).not.toContain('titulaire non nommé');
});

test('amounts, counts and instants as French reads them', () => {
  expect(euros(1_234_567.89)).toBe('1 234 568 €');
  expect(euros(null)).toBeNull();
  expect(count(1_000)).toBe('1 000');
  expect(parisTime('2026-07-01T22:30:00Z')).toBe('02/07/2026 00:30');
  expect(parisTime(null)).toBeNull();
  expect(creditsOf([])).toBeNull();
});
