import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey, type TestAnswer, type TestApi } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';
import { inDays, publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';
import { renderDocuments } from './committed-documents.js';

// Its types say a module, its code a function.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is read as any client reads it
type Json = any;
const document: Json = JSON.parse(committed);

test('the committed documents are those of the routes and the tools (else: npm run openapi)', async () => {
  for (const [file, text] of Object.entries(await renderDocuments())) {
    expect({ file, text: readFileSync(file, 'utf8') }).toEqual({ file, text });
  }
});

test('one server named Production, version 3.1, every operation named, described in French and refused in the envelope', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: '/api/v1', description: 'Production' }]);
  for (const { get } of Object.values<Json>(document.paths)) {
    expect(get).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
    for (const [status, answer] of Object.entries<Json>(get.responses)) {
      if (status === '200') continue;
      expect(answer.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Erreur' });
    }
  }
});

describe('real answers are what the document says', () => {
  let served: ContratsApi;
  let api: TestApi;
  let key: string;
  let ids: string[];

  beforeAll(async () => {
    served = await startContratsApi();
    ({ api } = served);
    const account = await createKey(api.database);
    key = account.key;
    ids = await publishNotices(api.database.pool, {
      '26-1': { titre: 'Complet', date_limite: inDays(20) },
      '26-2': {
        titre: null,
        description: null,
        budget: null,
        cpv: null,
        date_limite: null,
        type_marche: null,
        procedure: null,
        lien_source: null,
        nb_lots: null,
        lots: [],
        criteres: null,
        lieu_execution: null,
        acheteur: { nom: null, siret: null, departement: null },
      },
      '26-3': { motif_retrait: 'doublon', canonique_id: '3f2504e0-4f89-51d3-9a0c-0305e82c3301' },
    });
    await insertFeed(api.database.pool, account.compteId, {
      [ids[0]!]: {
        raisons: {
          metier: { points: 45, cpv: '45', mots: ['école'] },
          distance: { points: 20, km: 35.5 },
          budget: { points: 15 },
          mode: { points: 0 },
        },
        verdict: { valeur: 'non', raison: 'Hors métier' },
        verdict_filtre: 'incertain',
        statut_utilisateur: 'en_cours',
        vu_le: '2026-11-02T08:05:07Z',
      },
      [ids[1]!]: { raisons: { distance: { points: 0, km: null } }, verdict: { valeur: 'oui', raison: null } },
    });
    await publishAttributions(api.database.pool, {
      '26-8': {},
      '26-9': {
        titre: null,
        budget: null,
        cpv: null,
        lien_source: null,
        acheteur: { nom: null, siret: null, departement: null },
        date_publication: null,
      },
    });
    await served.world.unite({ siren: HIDDEN.slice(0, 9), diffusible: false });
    await served.world.unite({ siren: HOLDER.slice(0, 9), nom: 'Ateliers du Maine', categorie: 'ETI' });
    await served.publish({
      complet: {
        acheteur: { siret: BUYER, nom: 'Rennes' },
        titulaires: [titulaire(HOLDER), titulaire(HIDDEN), titulaire('987654321', 'Loire')],
        montant: 120_000.25,
        cpv: '45261000',
        date_notification: '2026-05-31',
        duree_mois: 6,
        lieu_execution: executedIn('35'),
        offres_recues: 3,
        forme_prix: 'revisable',
        sous_traitance_declaree: true,
        considerations: { sociales: [], environnementales: ['Clause environnementale'] },
        marche_innovant: false,
      },
      // A month and a half: some registers tell fractions.
      masque: { acheteur: { siret: BUYER, nom: null }, titulaires: [titulaire(HIDDEN)], duree_mois: 1.5 },
      vide: { acheteur: { siret: BUYER, nom: null }, objet: null, nature: null, procedure: null },
    });
  });
  afterAll(() => served.close());

  const BUYER = '21350238800019';
  const HOLDER = '12345678200010';
  const HIDDEN = '55555555500013';

  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'openapi');

  function checkAgainst(path: string, answer: TestAnswer): void {
    const pointer = `openapi#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/${answer.status}`;
    const declared = document.paths[path].get.responses[answer.status];
    expect({ path, status: answer.status, declared: declared !== undefined }).toMatchObject({ declared: true });
    const validate = ajv.getSchema(`${pointer}/content/application~1json/schema`) as ValidateFunction;
    validate(answer.body);
    expect({ path, errors: validate.errors }).toEqual({ path, errors: null });
    for (const name of Object.keys(declared.headers)) {
      expect({ path, status: answer.status, name, value: answer.headers.get(name) }).toMatchObject({
        value: expect.any(String),
      });
    }
  }

  const since = () => new Date(Date.now() - 3_600_000).toISOString();

  test.each<[string, () => string]>([
    ['/avis', () => '/avis?page=1'],
    ['/avis', () => '/avis'],
    ['/avis', () => `/avis?updated_since=${since()}`],
    ['/avis/{id}', () => `/avis/${ids[0]}`],
    ['/avis/{id}', () => `/avis/${ids[1]}`],
    ['/avis/{id}', () => `/avis/${ids[2]}`],
    ['/opportunites', () => '/opportunites'],
    ['/opportunites', () => '/opportunites?page=2'],
    ['/attributions', () => '/attributions'],
    ['/attributions', () => '/attributions?limite=1'],
    ['/contrats', () => `/contrats?acheteur_siret=${BUYER}`],
    ['/contrats', () => '/contrats?cpv=45'],
    ['/contrats', () => '/contrats?cpv=99'],
    ['/prestataires', () => '/prestataires'],
    ['/prestataires/{slug}', () => `/prestataires/ateliers-du-maine-${HOLDER}`],
    ['/prestataires/{slug}', () => '/prestataires/loire-987654321'],
    ['/acheteurs/{siret}', () => `/acheteurs/${BUYER}`],
    ['/departements', () => '/departements'],
    ['/sources', () => '/sources'],
    ['/moi', () => '/moi'],
    ['/sante', () => '/sante'],
  ])('%s', async (path, address) => {
    const answer = await api.get(address(), key);
    expect(answer.status).toBe(200);
    checkAgainst(path, answer);
  });

  test.each<[string, string, number, string | null]>([
    ['/avis', '/avis?x=1', 400, ''],
    ['/avis', '/avis?curseur=x', 400, ''],
    ['/avis/{id}', '/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3300', 404, ''],
    ['/avis', '/avis', 401, null],
    ['/opportunites', '/opportunites?profil=1', 400, ''],
    ['/opportunites', '/opportunites?page=51', 400, ''],
    ['/opportunites', '/opportunites', 401, null],
    ['/attributions', '/attributions?curseur=x', 400, ''],
    ['/contrats', '/contrats', 400, ''],
    ['/contrats', '/contrats?cpv=45&curseur=x', 400, ''],
    ['/prestataires', '/prestataires?page=51', 400, ''],
    ['/prestataires/{slug}', '/prestataires/inconnu', 404, ''],
    ['/acheteurs/{siret}', '/acheteurs/12345678900012', 404, ''],
    ['/acheteurs/{siret}', '/acheteurs/1', 400, ''],
  ])('%s refused: %s', async (path, address, status, noKey) => {
    const answer = await api.get(address, noKey === null ? null : key);
    expect(answer.status).toBe(status);
    checkAgainst(path, answer);
  });

  test('openapi.json is the document, without X-Request-Id', async () => {
    const answer = await api.get('/openapi.json');
    expect(answer.body).toEqual(document);
    expect(answer.headers.get('x-request-id')).toBeNull();
  });

  test('the page at /docs and its files come from this server alone', async () => {
    const page = await api.get('/docs');
    expect(page.status).toBe(200);
    const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]!);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(file).not.toMatch(/^(?:https?:)?\/\//);
      expect((await api.get(`/${file}`)).status).toBe(200);
    }
  });
});
