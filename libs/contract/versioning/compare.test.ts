import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Schema } from '../schemas/schema.js';
import { covers, incompatibilities } from './compare.js';
import { type OpenapiDocument, openapiSurface } from './openapi-surface.js';
import { schemaElements } from './schema-surface.js';
import type { Direction } from './surface.js';
import { toolsSurface } from './tools-surface.js';

const text = readFileSync(new URL('../../../apps/api/openapi.json', import.meta.url), 'utf8');
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is changed as an edit of it would
type Json = any;
const surface = openapiSurface(JSON.parse(text) as OpenapiDocument);

/** What is told of the published document after a change of it. */
function after(change: (document: Json) => void): string[] {
  const document: Json = JSON.parse(text);
  change(document);
  return incompatibilities(surface, openapiSurface(document as OpenapiDocument)).map(
    ({ element, what }) => `${element}: ${what}`,
  );
}

const parameter = (document: Json, route: string, name: string): Json =>
  document.paths[route].get.parameters.find((candidate: Json) => candidate.name === name);

test('the document is compatible with itself, texts and order aside', () => {
  const told = after((document) => {
    document.info.description = 'Autre';
    document.paths = Object.fromEntries(Object.entries(document.paths).reverse());
    parameter(document, '/avis', 'q').description = 'Autre';
    document.components.schemas.Avis.properties.titre.description = 'Autre';
    document.components.schemas.Avis.required.reverse();
  });
  expect(told).toEqual([]);
});

test.each<[string, (document: Json) => void]>([
  ['a field', ({ components }) => (components.schemas.Avis.properties.neuf = { type: 'string' })],
  ['a route', ({ paths }) => (paths['/lots'] = { get: { parameters: [required], responses: {} } })],
  ['an optional parameter', ({ paths }) => paths['/avis'].get.parameters.push({ ...required, required: false })],
  ['an error code', ({ components }) => components.schemas.Erreur.properties.error.properties.code.enum.push('neuf')],
  ['a value of a parameter', (document) => parameter(document, '/avis', 'statut').schema.enum.push('neuf')],
  ['a wider bound', (document) => (parameter(document, '/avis', 'per_page').schema.maximum = 500)],
  [
    'a field that is never null any more',
    ({ components }) => (components.schemas.Avis.properties.titre.type = 'string'),
  ],
])('added, compatible: %s', (_, change) => {
  expect(after(change)).toEqual([]);
});

const required = { name: 'neuf', in: 'query', required: true, schema: { type: 'string' } };

test.each<[string, (document: Json) => void, string[]]>([
  ['a route', ({ paths }) => delete paths['/contrats'], ['GET /contrats: removed or renamed']],
  [
    'a route renamed',
    ({ paths }) => {
      paths['/marches'] = paths['/contrats'];
      delete paths['/contrats'];
    },
    ['GET /contrats: removed or renamed'],
  ],
  [
    'a field with what it holds',
    ({ components }) => delete components.schemas.Avis.properties.acheteur,
    ['Avis.acheteur: removed or renamed'],
  ],
  [
    'a parameter',
    ({ paths }) => paths['/contrats'].get.parameters.splice(0, 1),
    ['GET /contrats ?acheteur_siret: removed or renamed'],
  ],
  [
    'an error code',
    ({ components }) => components.schemas.Erreur.properties.error.properties.code.enum.splice(2, 1),
    ['Erreur.error.code: value "resync_required" removed'],
  ],
  [
    'a value of a parameter',
    (document) => (parameter(document, '/avis', 'statut').schema.enum = ['ouvert']),
    ['GET /avis ?statut: value "clos" removed', 'GET /avis ?statut: value "tous" removed'],
  ],
  [
    'a value that answers may hold',
    ({ components }) => components.schemas.ReponseMoi.properties.data.properties.compte.properties.plan.enum.pop(),
    [expect.stringMatching(/^ReponseMoi\.data\.compte\.plan: value "\w+" removed$/)],
  ],
  [
    'a scope of the vocabulary',
    ({ components }) =>
      components.schemas.ReponseMoi.properties.data.properties.cle.properties.perimetres.items.enum.shift(),
    [expect.stringMatching(/^ReponseMoi\.data\.cle\.perimetres\[\]: value "\w+:read" removed$/)],
  ],
  [
    'the scope of a route',
    ({ paths }) =>
      (paths['/avis'].get.description = paths['/avis'].get.description.replace('`avis:read`', '`decp:read`')),
    ['GET /avis: périmètre avis:read became decp:read'],
  ],
  ['a key where none was asked', ({ paths }) => delete paths['/sante'].get.security, ['GET /sante: clé oui added']],
  [
    'a required parameter',
    ({ paths }) => paths['/avis'].get.parameters.push(required),
    ['GET /avis ?neuf: required, and new'],
  ],
  [
    'a parameter that becomes required',
    (document) => (parameter(document, '/avis', 'q').required = true),
    ['GET /avis ?q: now required'],
  ],
  [
    'a lower maximum',
    (document) => (parameter(document, '/avis', 'per_page').schema.maximum = 50),
    ['GET /avis ?per_page: maximum 100 became 50'],
  ],
  [
    'another default',
    (document) => (parameter(document, '/opportunites', 'score_min').schema.default = 10),
    ['GET /opportunites ?score_min: default 50 became 10'],
  ],
  [
    'another pattern',
    (document) => (parameter(document, '/contrats', 'cpv').schema.pattern = '^\\d{8}$'),
    ['GET /contrats ?cpv: pattern "^\\\\d{2,8}$" became "^\\\\d{8}$"'],
  ],
  [
    'the type of a field',
    ({ components }) => (components.schemas.Avis.properties.budget.type = ['string', 'null']),
    ['Avis.budget: type number|null became string|null'],
  ],
  [
    'a field that becomes nullable',
    ({ components }) => (components.schemas.Avis.properties.id.type = ['string', 'null']),
    ['Avis.id: type string became string|null'],
  ],
  [
    'a field that may be absent',
    ({ components }) => components.schemas.Avis.required.shift(),
    [expect.stringMatching(/^Avis\.\w+: no longer always there$/)],
  ],
  [
    'a header',
    ({ paths }) => delete paths['/avis'].get.responses['200'].headers['X-Quota-Limit'],
    ['GET /avis 200 X-Quota-Limit: removed or renamed'],
  ],
  [
    'another shape of an answer',
    ({ paths }) =>
      (paths['/avis'].get.responses['200'].content['application/json'].schema.$ref = '#/components/schemas/Autre'),
    ['GET /avis 200 application/json: $ref "#/components/schemas/ListeAvis" became "#/components/schemas/Autre"'],
  ],
  [
    'a form that lists did not hold',
    ({ components }) => components.schemas.ListeAvis.properties.data.items.anyOf.push({ $ref: '#/x/Autre' }),
    ['ListeAvis.data[]: type Avis|AvisRetire became Avis|AvisRetire|Autre'],
  ],
])('incompatible: %s', (_, change, told) => {
  expect(after(change)).toEqual(told);
});

/** Schemas of any shape, three levels deep. */
const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record(
      { type: fc.constantFrom('string', 'integer', 'boolean'), format: fc.constantFrom('a', 'b') },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.nat(), maximum: fc.nat() }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('schema'), { maxKeys: 3 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 1) })),
  ),
})).schema;
const directions = fc.constantFrom<Direction>('in', 'out');
const compared = (before: Schema, now: Schema, direction: Direction) =>
  incompatibilities(
    new Map(schemaElements(before, 'x', direction, true)),
    new Map(schemaElements(now, 'x', direction, true)),
  );

test('of any two schemas: equal ones are compatible; what one accepts and the other gives cannot both narrow', () => {
  fc.assert(
    fc.property(schemas, schemas, directions, (one, other, direction) => {
      expect(compared(one, structuredClone(one), direction)).toEqual([]);
      const optional = { type: 'object', properties: { one, neuf: other }, required: ['one'] };
      expect(compared({ type: 'object', properties: { one }, required: ['one'] }, optional, direction)).toEqual([]);
      expect(compared(optional, { type: 'object', properties: { one }, required: ['one'] }, direction)).toEqual([
        { element: 'x.neuf', what: 'removed or renamed' },
      ]);
    }),
  );
});

test('a change that breaks what clients send does not break what they read, leaf by leaf, and the other way round', () => {
  const leaf = fc.record({ type: fc.constant('integer'), minimum: fc.nat(), maximum: fc.nat() });
  fc.assert(
    fc.property(leaf, leaf, (one, other) => {
      expect(compared(one, other, 'in').length).toBe(compared(other, one, 'out').length);
    }),
  );
});

test('tools are compared as routes are', () => {
  const tool = {
    name: 'get_avis',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    outputSchema: { type: 'object', properties: { titre: { type: 'string' } }, required: ['titre'] },
  };
  const told = (now: (typeof tool)[]) => incompatibilities(toolsSurface([tool]), toolsSurface(now));
  expect(told([tool, { ...tool, name: 'autre' }])).toEqual([]);
  expect(told([])).toEqual([{ element: 'outil get_avis', what: 'removed or renamed' }]);
  const renamed = {
    ...tool,
    inputSchema: { type: 'object', properties: { uid: { type: 'string' } }, required: ['uid'] },
  };
  expect(told([renamed as never])).toEqual([
    { element: 'outil get_avis ?id', what: 'removed or renamed' },
    { element: 'outil get_avis ?uid', what: 'required, and new' },
  ]);
  const silent = { ...tool, outputSchema: { type: 'object', properties: {}, required: [] } };
  expect(told([silent as never])).toEqual([{ element: 'outil get_avis réponse.titre', what: 'removed or renamed' }]);
});

test('an announced name covers its parts and no other element', () => {
  expect(covers('GET /avis', 'GET /avis ?tri')).toBe(true);
  expect(covers('Avis', 'Avis.acheteur.siret')).toBe(true);
  expect(covers('GET /avis', 'GET /avis/{id}')).toBe(false);
  expect(covers('Avis', 'AvisDetail.titre')).toBe(false);
});
