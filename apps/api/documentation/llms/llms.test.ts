import { ERROR_STATUS } from '#contract/errors';
import { documentedRoutes } from '../../testing/document.js';
import { startApi, type TestApi } from '../../testing/api.js';
import { toolRoutes } from '../../testing/tool-routes.js';
import { fieldsText } from './fields-text.js';
import { anchorOf } from './guide.js';

let api: TestApi;
let index: string;
let full: string;
beforeAll(async () => {
  api = await startApi({ rateLimitPerKey: 77 });
  [index, full] = (await Promise.all(['/llms.txt', '/llms-full.txt'].map(read))) as [string, string];
});
afterAll(() => api.close());

const origin = () => new URL(api.baseUrl).origin;

async function read(path: string): Promise<string> {
  const answer = await fetch(origin() + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  return answer.text();
}

const headings = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!);
const links = () => [...index.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map((match) => match[1]!);

test('/llms.txt has the format that its readers expect: a title, what it is, lists of links', () => {
  const [title, summary, details, ...sections] = index.split(/\n\n(?=>|-|## )/);
  expect(title).toMatch(/^# .+$/);
  expect(summary).toMatch(/^> .+$/);
  expect(details).toMatch(/^- /);
  const lists = sections.join('\n\n').split(/^## /m).slice(1);
  expect(lists.map((list) => list.split('\n')[0])).toEqual(['Documentation', 'Outils MCP', 'Routes REST', 'Optional']);
  for (const list of lists) expect(list.trim()).toMatch(/^[^\n]+\n\n(?:- \[[^\]]+\]\([^)]+\): .+(?:\n|$))+$/);
});

test('every link of /llms.txt leads somewhere, without a key', async () => {
  expect(links().length).toBeGreaterThan(25);
  const anchors = new Set(headings(full).map(anchorOf));
  for (const link of links()) {
    const { pathname, hash } = new URL(link, origin());
    if (hash !== '')
      expect({ link, known: anchors.has(decodeURIComponent(hash.slice(1))) }).toEqual({ link, known: true });
    else expect((await fetch(origin() + pathname)).status).toBe(200);
  }
});

test('/llms-full.txt describes every tool, route, parameter, error and shape', () => {
  const known = new Set(headings(full));
  for (const { tool, route } of toolRoutes()) {
    expect(known).toContain(tool);
    const section = full.slice(full.indexOf(`### ${tool}\n`)).split(/^##/m)[1]!;
    for (const { name } of route.parameters) expect(section).toContain(`- \`${name}\``);
    expect(section).toContain(`Route : \`GET ${route.path}\``);
  }
  for (const { path } of documentedRoutes()) expect(known).toContain(`GET ${path}`);
  for (const [code, status] of Object.entries(ERROR_STATUS)) expect(full).toContain(`| \`${code}\` | ${status} |`);
  for (const [, shape] of full.matchAll(/forme (\p{Lu}\w+)/gu)) expect(known).toContain(`Forme ${shape}`);
});

test('its figures are those that the service runs with', () => {
  expect(full).toContain('77 requêtes par minute et par clé');
});

test('asking for it counts in the address’s window, and in nothing else', async () => {
  const limited = await startApi({ rateLimitPerIp: 2 }, api.database);
  try {
    const ask = () => fetch(new URL('/llms.txt', limited.baseUrl));
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('rate_limited');
  } finally {
    await limited.close();
  }
});

test('fields: their type, whether they may be null or absent, what they are, and the fields in them', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { type: ['number', 'null'], description: 'Montant.' },
      b: {
        type: 'array',
        items: { type: 'object', required: ['x'], properties: { x: { type: 'string', format: 'date' } } },
      },
      c: { anyOf: [{ $ref: '#/components/schemas/Avis' }, { type: 'null' }] },
      d: { type: ['string', 'null'], enum: ['oui', null] },
    },
  };
  expect(fieldsText(schema)).toBe(
    [
      '- `a` (nombre ou nul) : Montant.',
      '- `b` (liste d’objets)',
      '  - `x` (date AAAA-MM-JJ)',
      '- `c` (forme Avis ou nul)',
      '- `d` ("oui" | nul, parfois absent)',
    ].join('\n'),
  );
});
