import { jest } from '@jest/globals';
import { recordsOf } from '#contrats/decp/records';
import { readRecord } from '#contrats/decp/read-record';
import type { Registre } from '#contrats/registres';
import { CANARI } from '#contrats/sirene/canari';
import { createFeeds, type Feeds } from '../server.js';
import { fileLength, fileText, REGISTER_FILES } from './files.js';

jest.setTimeout(120_000);

const START = new Date('2026-11-21T08:00:00Z').getTime();
const SIZE = 3000;
let now = START;
let feeds: Feeds;

beforeAll(async () => {
  feeds = await createFeeds({ seed: 5, size: SIZE, now: () => new Date(now), growthSeconds: 5 });
});
beforeEach(() => {
  now = START;
});
afterAll(() => feeds.close());

const file = (nom: string) => REGISTER_FILES.find((one) => one.nom === nom)!;
const get = (path: string, headers: Record<string, string> = {}) => fetch(feeds.url + path, { headers });

async function declarationsOf(nom: string, registre: Registre) {
  const answer = await get(`/decp/${nom}`);
  const read = [];
  for await (const { record } of recordsOf(answer.body as unknown as AsyncIterable<Uint8Array>)) {
    read.push(readRecord(registre, record));
  }
  return read;
}

test('each register is described as a dataset, with its files and documentation', async () => {
  const answer = await get('/api/1/datasets/5cd57bf68b4c4179299eb0e9/');
  const { resources } = (await answer.json()) as { resources: { type: string; format: string; url: string }[] };
  expect(resources.map(({ type, format }) => [type, format])).toEqual([
    ['documentation', 'pdf'],
    ['main', 'json'],
    ['main', 'json'],
  ]);
  for (const { url } of resources.slice(1)) expect((await fetch(url)).status).toBe(200);
  expect((await get('/api/1/datasets/none/')).status).toBe(404);
});

test('an edition has a state and a length; asked for again it is not sent; a minute later there is another', async () => {
  const answer = await get('/decp/pes_marche.json');
  const body = await answer.text();
  const etag = answer.headers.get('etag')!;
  expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(body));
  expect(Date.parse(answer.headers.get('last-modified')!)).toBeLessThanOrEqual(START);
  now = START + 30_000;
  expect((await get('/decp/pes_marche.json', { 'if-none-match': etag })).status).toBe(304);
  now = START + 3_600_000;
  const next = await get('/decp/pes_marche.json', { 'if-none-match': etag });
  expect(next.status).toBe(200);
  const later = await next.text();
  // What was published stays as it was; new contracts follow.
  expect(later.length).toBeGreaterThan(body.length);
  expect(later.startsWith(body.slice(0, 5000))).toBe(true);
});

test('every file is read whole: quirks in known shares, and the consolidated one repeats most of the others', async () => {
  const [old, minef, pes, aife] = await Promise.all([
    declarationsOf('decp-2019.json', 'decp_minef'),
    declarationsOf('decp_minef.json', 'decp_minef'),
    declarationsOf('pes_marche.json', 'pes_marche'),
    declarationsOf('aife_dume.xml', 'aife_dume'),
  ]);
  for (const declarations of [old, minef, pes, aife]) expect(declarations.length).toBeGreaterThan(400);
  const all = [...old, ...minef, ...pes, ...aife];
  const refused = all.filter(({ ok }) => !ok);
  expect(refused.length).toBeLessThan(20);
  const read = all.flatMap((one) => (one.ok ? [one.declaration] : []));
  const share = (has: (declaration: (typeof read)[number]) => boolean) => read.filter(has).length / read.length;
  expect(share(({ modifications }) => modifications.length > 0)).toBeGreaterThan(0.01);
  expect(share(({ initial }) => initial.titulaires.length > 1)).toBeGreaterThan(0.03);
  expect(share(({ initial }) => initial.montant === null)).toBeGreaterThan(0.005);
  expect(share(({ initial }) => initial.montant === null)).toBeLessThan(0.05);
  expect(share(({ initial }) => initial.sous_traitance_declaree === true)).toBeGreaterThan(0.01);
  expect(share(({ initial }) => initial.titulaires.some(({ siren }) => siren === CANARI.siren))).toBeGreaterThan(0);
  const racines = (of: typeof all) => new Set(of.flatMap((one) => (one.ok ? [one.declaration.racine] : [])));
  const consolidated = racines([...old, ...minef]);
  const produced = [...racines([...pes, ...aife])];
  const repeated = produced.filter((racine) => consolidated.has(racine)).length / produced.length;
  expect(repeated).toBeGreaterThan(0.7);
  expect(repeated).toBeLessThan(0.9);
});

test('a million contracts are made as they are sent', async () => {
  const big = await createFeeds({ seed: 5, size: 1_000_000, now: () => new Date(START) });
  try {
    const answer = await fetch(`${big.url}/decp/decp_minef.json`);
    // Nobody waits for the length of what is made on the way.
    expect(answer.headers.get('content-length')).toBeNull();
    let bytes = 0;
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > 5_000_000) break;
    }
    expect(bytes).toBeGreaterThan(5_000_000);
  } finally {
    await big.close();
  }
});

test('the length told is that of the text, in every format', async () => {
  for (const nom of ['decp-2019.json', 'decp_minef.json', 'aife_dume.xml']) {
    let bytes = 0;
    for await (const text of fileText(feeds.timeline, file(nom), START)) bytes += Buffer.byteLength(text);
    expect([nom, fileLength(feeds.timeline, file(nom), START)]).toEqual([nom, bytes]);
  }
});
