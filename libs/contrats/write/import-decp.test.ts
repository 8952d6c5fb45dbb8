import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { HttpFault } from '#sources/adapter';
import { ImportUnderWay, withImportLock } from './locks.js';
import { BUYER, createImportBench, HOLDERS, type ImportBench, marche, registerText } from './testing/register.js';

jest.setTimeout(120_000);

let bench: ImportBench;
beforeEach(async () => {
  bench = await createImportBench();
});
afterEach(() => bench.close());

const held = (siret: string) => [{ titulaire: { typeIdentifiant: 'SIRET', id: siret } }];
const sirenOf = (siret: string) => siret.slice(0, 9);

test('a register becomes contracts, who holds them, and work for what tells of them', async () => {
  const path = await bench.file('a.json', registerText([marche('2025A1'), marche('2025A2', { montant: 1 })]));
  const [report] = await bench.import('decp_minef', path);
  expect(report).toMatchObject({
    outcome: 'succeeded',
    lus: 2,
    bilan: { nouvelles: 2, doublons: 0, contrats: { crees: 2, changes: 0, disparus: 0 }, rejets: {}, defauts: 0 },
  });
  // One amount of 1 euro: kept raw, served as null, counted.
  expect(Object.values(report!.bilan!.anomalies)).toEqual([1]);
  const contrats = await bench.contrats();
  expect(contrats.map(({ facts }) => facts.montant).sort()).toEqual([40_000, null]);
  const { rows } = await bench.database.pool.query(
    'select uid, rang, siren, siret from write.contrat_titulaire order by uid',
  );
  expect(rows).toEqual(contrats.map(({ uid }) => ({ uid, rang: 0, siren: sirenOf(HOLDERS[0]), siret: HOLDERS[0] })));
  expect(await bench.takeQueue()).toEqual([
    `acheteur ${BUYER}`,
    ...contrats.map(({ uid }) => `contrat ${uid}`),
    `prestataire ${sirenOf(HOLDERS[0])}`,
  ]);
  const { rows: bodies } = await bench.database.pool.query<{ body: string }>(
    'select body from write.declaration order by id',
  );
  expect(bodies.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    marche('2025A1'),
    marche('2025A2', { montant: 1 }),
  ]);
});

test('what was read is not read again; the same records in another edition change nothing', async () => {
  const text = registerText([marche('2025A1'), marche('2025A2')]);
  const path = await bench.file('a.json', text);
  await bench.import('pes_marche', path);
  const before = await bench.contrats();
  await bench.takeQueue();

  expect(await bench.import('pes_marche', path)).toMatchObject([{ outcome: 'unchanged' }]);
  expect(await bench.import('pes_marche', path, { again: true })).toMatchObject([
    { outcome: 'succeeded', lus: 2, bilan: { nouvelles: 0, doublons: 2 } },
  ]);
  const next = await bench.file(
    'b.json',
    registerText([marche('2025A1'), marche('2025A1'), marche('2025A2'), marche('2025A3')]),
  );
  expect(await bench.import('pes_marche', next)).toMatchObject([
    { outcome: 'succeeded', lus: 4, bilan: { nouvelles: 1, doublons: 3, contrats: { crees: 1, changes: 0 } } },
  ]);
  expect((await bench.contrats()).slice(0, 2)).toEqual(before);
  expect(await bench.takeQueue()).toHaveLength(3);
});

test('a contract that changes hands recalculates who held it and who does', async () => {
  await bench.import('decp_minef', await bench.file('a.json', registerText([marche('2025A1')])));
  await bench.takeQueue();
  const modification = {
    id: 1,
    dateNotificationModification: '2025-06-01',
    datePublicationDonneesModification: '2025-06-02',
    montant: 50_000,
    titulaires: held(HOLDERS[1]),
  };
  const modified = marche('2025A1', { modifications: [{ modification }] });
  const [report] = await bench.import('decp_minef', await bench.file('b.json', registerText([modified])));
  expect(report!.bilan!.contrats).toEqual({ crees: 0, changes: 1, disparus: 0 });
  const [contrat] = await bench.contrats();
  expect(contrat!.facts).toMatchObject({ montant: 50_000, titulaires: [{ siret: HOLDERS[1] }] });
  expect(await bench.takeQueue()).toEqual(
    [
      `acheteur ${BUYER}`,
      `contrat ${contrat!.uid}`,
      `prestataire ${sirenOf(HOLDERS[1])}`,
      `prestataire ${sirenOf(HOLDERS[0])}`,
    ].sort(),
  );
});

test('records that name no contract are kept with the reason, once', async () => {
  const bad = [{ id: 'x' }, { ...marche('2025A1'), acheteur: {} }, 'text', { ...marche(''), id: null }];
  const [report] = await bench.import(
    'aife_dume',
    await bench.file('a.json', registerText([...bad, marche('2025A2')])),
  );
  expect(report).toMatchObject({ outcome: 'succeeded', lus: 5, bilan: { nouvelles: 1, contrats: { crees: 1 } } });
  expect(Object.values(report!.bilan!.rejets).reduce((a, b) => a + b, 0)).toBe(4);
  const again = await bench.import('aife_dume', await bench.file('b.json', registerText([...bad, marche('2025A3')])));
  expect(again).toMatchObject([{ bilan: { nouvelles: 1, doublons: 4, rejets: {} } }]);
  const { rows } = await bench.database.pool.query('select body, reason from write.rejet_declaration');
  expect(rows).toHaveLength(4);
});

test('a file that is cut is good up to there, and says so; gzip is read', async () => {
  const text = registerText(Array.from({ length: 1200 }, (_, n) => marche(`2025B${n}X`)));
  const [cut] = await bench.import('pes_marche', await bench.file('a.json', text.slice(0, -500)));
  expect(cut).toMatchObject({ outcome: 'failed', lus: 1198 });
  expect(cut!.reason).not.toMatch(/internal/);
  expect(await bench.contrats()).toHaveLength(1198);
  const [whole] = await bench.import('pes_marche', await bench.file('a.json', gzipSync(text)));
  expect(whole).toMatchObject({ outcome: 'succeeded', lus: 1200, bilan: { nouvelles: 2, doublons: 1198 } });
  const [none] = await bench.import('pes_marche', await bench.file('b.json', 'Service indisponible'));
  expect(none).toMatchObject({ outcome: 'failed', lus: 0 });
  const { rows } = await bench.database.pool.query('select outcome, lus from write.import order by id');
  expect(rows).toEqual([
    { outcome: 'failed', lus: '1198' },
    { outcome: 'succeeded', lus: '1200' },
    { outcome: 'failed', lus: '0' },
  ]);
});

test('a number that a register uses without end holds nothing up: it is no longer folded, and counted', async () => {
  await bench.import('decp_minef', await bench.file('a.json', registerText([marche('2025U1X')])));
  await bench.database.pool.query(
    `insert into write.declaration (registre, racine, empreinte, body, facts)
     select registre, racine, sha256(n::text::bytea), body, facts from write.declaration, generate_series(1, 10000) n`,
  );
  const before = await bench.contrats();
  const next = registerText([marche('2025U1X', { montant: 70_000 }), marche('2025U2X')]);
  const [report] = await bench.import('decp_minef', await bench.file('b.json', next));
  expect(report).toMatchObject({ outcome: 'succeeded', bilan: { nouvelles: 2, contrats: { crees: 1 }, defauts: 1 } });
  expect((await bench.contrats()).filter(({ uid }) => uid.includes('U1X'))).toEqual(before);
});

test('texts that PostgreSQL cannot hold stop nothing', async () => {
  const odd = ['a\u0000b', '\ud800', 'x'.repeat(100_000), '\u0001\u2028', "'; drop table write.contrat --"];
  const marches = odd.flatMap((text, n) => [
    marche(`2025O${n}X`, { objet: text, nature: text, lieuExecution: { code: text, typeCode: text, nom: text } }),
    marche(`2025P${n}X${text}`, {
      titulaires: [{ titulaire: { id: text, typeIdentifiant: text, denominationSociale: text } }],
    }),
    marche(`2025Q${n}X`, { acheteur: { id: text, nom: text } }),
    marche(`2025R${n}X`, { montant: text, dureeMois: text, codeCPV: text, dateNotification: text, procedure: text }),
  ]);
  const [report] = await bench.import(
    'pes_marche',
    await bench.file('a.json', registerText([...marches, marche('2025Z')])),
  );
  expect(report).toMatchObject({ outcome: 'succeeded', lus: marches.length + 1, bilan: { defauts: 0 } });
  const { nouvelles, doublons, rejets } = report!.bilan!;
  expect(nouvelles + doublons + Object.values(rejets).reduce((a, b) => a + b, 0)).toBe(report!.lus);
  // Whoever reads the facts in SQL meets no escape that PostgreSQL refuses.
  await bench.database.pool.query(
    `select facts->>'objet', facts->'acheteur'->>'nom', facts::jsonb, (facts->'lieu_execution')::jsonb from write.contrat`,
  );
});

test('a stop ends it after the batch under way; the next import goes on there', async () => {
  const path = await bench.file('a.json', registerText(Array.from({ length: 2500 }, (_, n) => marche(`2025S${n}X`))));
  const stopped = new AbortController();
  const stop = { signal: stopped.signal, onProgress: () => stopped.abort() };
  const [first] = await bench.import('decp_minef', path, stop);
  expect(first).toMatchObject({ outcome: 'interrupted', reason: 'the process was stopped' });
  expect(first!.lus).toBeLessThan(2500);
  expect(await bench.contrats()).toHaveLength(first!.lus);
  expect(await bench.import('decp_minef', path)).toMatchObject([
    { outcome: 'succeeded', lus: 2500, bilan: { nouvelles: 2500, doublons: 0 } },
  ]);
  expect(await bench.contrats()).toHaveLength(2500);
});

test('one import of a register at a time; another register does not wait', async () => {
  const path = await bench.file('a.json', registerText([marche('2025A1')]));
  await withImportLock(bench.db, 'pes_marche', async () => {
    await expect(bench.import('pes_marche', path)).rejects.toThrow(ImportUnderWay);
    expect(await bench.import('aife_dume', path)).toMatchObject([{ outcome: 'succeeded' }]);
  });
  expect(await bench.import('pes_marche', path)).toMatchObject([{ outcome: 'succeeded' }]);
});

test('registers that tell of the same contracts at the same time make each once', async () => {
  const numbers = Array.from({ length: 1500 }, (_, n) => `2025C${n}X`);
  const [minef, pes] = [
    await bench.file('minef.json', registerText(numbers.map((number) => marche(number, { source: 'pes' })))),
    await bench.file('pes.json', registerText([...numbers].reverse().map((number) => marche(number)))),
  ];
  const reports = await Promise.all([bench.import('decp_minef', minef), bench.import('pes_marche', pes)]);
  expect(reports.flat().map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);
  expect(await bench.contrats()).toHaveLength(1500);
  const created = reports.flat().reduce((sum, { bilan }) => sum + bilan!.contrats.crees, 0);
  expect(created).toBe(1500);
});

describe('over HTTP', () => {
  let server: Server;
  let answer: RequestListener;
  let url = '';
  beforeEach(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a transfer that breaks off goes on behind what is committed', async () => {
    const text = registerText(Array.from({ length: 2000 }, (_, n) => marche(`2025D${n}X`)));
    const etag = '"one"';
    answer = (_request, response) => {
      response.writeHead(200, { etag, 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    };
    const [broken] = await bench.import('decp_minef', `${url}/a.json`);
    expect(broken).toMatchObject({ outcome: 'failed' });
    expect(broken!.lus).toBeGreaterThan(500);
    answer = (request, response) => {
      expect(request.headers['if-none-match']).toBeUndefined();
      response.writeHead(200, { etag }).end(text);
    };
    const seen: number[] = [];
    const [rest] = await bench.import('decp_minef', `${url}/a.json`, { onProgress: ({ lus }) => seen.push(lus) });
    // The figures are those of the whole file, as if it had not broken off.
    expect(rest).toMatchObject({ outcome: 'succeeded', lus: 2000, bilan: { nouvelles: 2000, doublons: 0 } });
    expect(Math.min(...seen)).toBeGreaterThan(broken!.lus);
    expect(await bench.contrats()).toHaveLength(2000);

    answer = (request, response) => response.writeHead(request.headers['if-none-match'] === etag ? 304 : 500).end();
    expect(await bench.import('decp_minef', `${url}/a.json`)).toMatchObject([{ outcome: 'unchanged' }]);
    // A server that knows no conditions: the body is not taken.
    answer = (_request, response) => response.writeHead(200, { etag }).end(text);
    expect(await bench.import('decp_minef', `${url}/a.json`)).toMatchObject([{ outcome: 'unchanged' }]);
    answer = (_request, response) => response.writeHead(200, { etag: '"two"' }).end(registerText([marche('2025E1')]));
    expect(await bench.import('decp_minef', `${url}/a.json`)).toMatchObject([{ outcome: 'succeeded', lus: 1 }]);
  });

  test('a dataset is asked for its files; one that fails keeps no other waiting', async () => {
    const resource = (name: string, format: string, more = {}) => ({
      title: name,
      format,
      type: 'main',
      url: `${url}/${name}`,
      last_modified: '2026-01-01T00:00:00',
      ...more,
    });
    answer = (request, response) => {
      if (request.url === '/api/1/datasets/abc/') {
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            resources: [
              resource('new.json', 'json', { last_modified: '2026-02-01T00:00:00' }),
              resource('new.xml', 'xml', { last_modified: '2026-02-01T00:00:00' }),
              resource('gone.json', 'json'),
              resource('old.xml', 'xml', { last_modified: '2025-01-01T00:00:00' }),
              resource('notice.pdf', 'pdf'),
              resource('schema.json', 'json', { type: 'documentation' }),
            ],
          }),
        );
      }
      if (request.url === '/new.json') return void response.end(registerText([marche('2025F1')]));
      if (request.url === '/old.xml') {
        return void response.end(
          `<?xml version="1.0"?><marches><marche><id>2025F2</id><acheteur><id>${BUYER}</id></acheteur><objet>x</objet></marche></marches>`,
        );
      }
      response.writeHead(404).end();
    };
    const reports = await bench.import('pes_marche', `${url}/api/1/datasets/abc`);
    expect(reports.map(({ fichier, outcome, lus }) => [fichier.replace(url, ''), outcome, lus])).toEqual([
      ['/old.xml', 'succeeded', 1],
      ['/gone.json', 'failed', 0],
      ['/new.json', 'succeeded', 1],
    ]);
    expect(reports[1]!.reason).toContain('answered 404');
    answer = (_request, response) => response.writeHead(500).end();
    await expect(bench.import('pes_marche', `${url}/api/1/datasets/abc`)).rejects.toThrow(HttpFault);
    answer = (_request, response) => response.end('<html>');
    await expect(bench.import('pes_marche', `${url}/api/1/datasets/abc`)).rejects.toThrow(
      'does not describe a dataset',
    );
  });
});
