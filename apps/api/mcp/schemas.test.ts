import { Ajv2020 } from 'ajv/dist/2020.js';
import { createTools } from './tools.js';
import { inToolWords } from './tool-words.js';

/** The handlers are never called here: schemas derive from the routes' policies alone. */
const tools = createTools((controller) => Object.create(controller.prototype as object) as never);
const properties = tools.flatMap(({ name, inputSchema }) =>
  Object.entries(inputSchema['properties'] as Record<string, Record<string, unknown>>).map(([parameter, schema]) => ({
    parameter: `${name} ${parameter}`,
    schema,
  })),
);

test('eleven tools in the contract’s order, each described in French', () => {
  expect(tools.map(({ name }) => name)).toEqual([
    'search_avis',
    'get_avis',
    'list_opportunites',
    'search_prestataires',
    'get_prestataire',
    'get_acheteur',
    'search_attributions',
    'search_contrats',
    'list_sources',
    'mon_compte',
    'list_departements',
  ]);
  for (const { title, description } of tools) {
    expect(title.length).toBeLessThan(50);
    expect(description).toMatch(/^\p{Lu}.{40,600}\.$/su);
  }
});

test('schemas are JSON Schema 2020-12, and take nothing but what is declared', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { inputSchema, outputSchema } of tools) {
    expect(ajv.compile(inputSchema)({ inconnu: 1 })).toBe(false);
    expect(ajv.compile(outputSchema)({})).toBe(false);
  }
});

test('each parameter says what it does, what is accepted and an example that is', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { parameter, schema } of properties) {
    expect(`${parameter}: ${String(schema['description'])}`).toMatch(/: [\p{Lu}`][^]+\n\nAccepté : /u);
    const isAccepted = ajv.compile(schema);
    for (const example of schema['examples'] as unknown[]) {
      expect({ parameter, accepted: isAccepted(example) }).toEqual({ parameter, accepted: true });
    }
  }
});

test('pages are small unless more is asked for, and no text says otherwise', () => {
  const sizes = properties.filter(({ parameter }) => /per_page|limite$/.test(parameter));
  expect(sizes).toHaveLength(5);
  for (const { schema } of sizes) {
    expect(schema['default']).toBe(10);
    expect(schema['description']).not.toMatch(/défaut \d/);
  }
});

test('no text for models speaks of routes of the REST API', () => {
  for (const { parameter, schema } of properties) {
    expect(`${parameter}: ${String(schema['description'])}`).not.toMatch(/GET |[ `]\/[a-z]/);
  }
  for (const { description } of tools) expect(description).not.toMatch(/GET |[ `]\/[a-z]/);
});

test.each([
  ['(voir `/sources`)', '(voir `list_sources`)'],
  ['codes de sources de /sources séparés', 'codes de sources de list_sources séparés'],
  ['donné par GET /avis ou GET /opportunites.', 'donné par search_avis ou list_opportunites.'],
  ['texte et/ou date ; 12/avis ; /autre', 'texte et/ou date ; 12/avis ; /autre'],
])('%s', (text, words) => {
  expect(inToolWords(text)).toBe(words);
});

test('the list of tools stays small enough to be sent with every conversation', () => {
  const sent = tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema }));
  expect(JSON.stringify(sent).length).toBeLessThan(22_000);
  expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema)).length).toBeLessThan(35_000);
});
