import { jest } from '@jest/globals';
import { rereadDeclarations } from './reread-declarations.js';
import { createImportBench, HOLDERS, type ImportBench, marche, registerText } from './testing/register.js';

jest.setTimeout(120_000);

let bench: ImportBench;
beforeEach(async () => {
  bench = await createImportBench();
  const reused = marche('2025R1X', {
    objet: 'Assurance de la flotte automobile',
    codeCPV: '66510000',
    montant: 9_000,
    dateNotification: '2024-01-05',
    titulaires: [{ titulaire: { typeIdentifiant: 'SIRET', id: HOLDERS[2] } }],
  });
  const marches = Array.from({ length: 1200 }, (_, n) => marche(`2025R${n}X`));
  await bench.import('pes_marche', await bench.file('a.json', registerText([...marches, reused, { id: 'nobody' }])));
  await bench.takeQueue();
});
afterEach(() => bench.close());

const reread = (signal = new AbortController().signal) => rereadDeclarations(bench.db, { signal });
const tables = async () => ({
  contrats: await bench.contrats(),
  declarations: await bench.db.query<unknown[]>('select id, racine, facts::text from write.declaration order by id'),
});

test('read again under the same rules, nothing changes', async () => {
  const before = await tables();
  expect(before.contrats).toHaveLength(1201);
  const told: number[] = [];
  const report = await rereadDeclarations(bench.db, {
    signal: new AbortController().signal,
    onProgress: (done, total) => told.push(done / total),
  });
  expect(report).toEqual({
    declarations: 1201,
    relues: 0,
    admises: 0,
    contrats: { crees: 0, changes: 0, disparus: 0 },
    defauts: 0,
  });
  expect(told.at(-1)).toBe(1);
  expect(await tables()).toEqual(before);
  expect(await bench.takeQueue()).toEqual([]);
});

test('what older rules read otherwise, gathered elsewhere or refused, becomes what the rules of today make of it', async () => {
  const before = await tables();
  await bench.database.pool.query(`
    update write.declaration set racine = 'zzz' || racine, facts = jsonb_set(facts::jsonb, '{initial,montant}', '1')::json where id % 100 = 0;
    delete from write.contrat where uid like '%5X';
    update write.contrat set facts = jsonb_set(facts::jsonb, '{objet}', '"old"')::json where uid like '%7X';
    insert into write.contrat (uid, racine, facts) select 'zzz' || uid, 'zzz' || racine, facts from write.contrat where uid like '%6X';
    insert into write.rejet_declaration (registre, empreinte, body, reason, detail)
      select registre, empreinte, body, 'old', '' from write.declaration order by id desc limit 1;
    delete from write.declaration where id = (select max(id) from write.declaration);
    update write.declaration set racine = 'zzz217500016000192025R6X', facts = jsonb_set(facts::jsonb, '{racine}', '"zzz217500016000192025R6X"')::json where racine like '%R6X';
  `);
  const report = await reread();
  expect(report).toMatchObject({ admises: 1, defauts: 0 });
  expect(report.relues).toBeGreaterThan(10);
  const after = await tables();
  const factsOf = ({ contrats }: typeof before) =>
    contrats.filter(({ uid }) => !uid.startsWith('zzz')).map(({ uid, facts }) => [uid, facts]);
  expect(factsOf(after)).toEqual(factsOf(before));
  // Of those invented under another racine, the one whose declaration came back is gone.
  expect(after.contrats.map(({ uid }) => uid)).not.toContain('zzz217500016000192025R6X');
  expect((await bench.takeQueue()).length).toBeGreaterThan(100);
  expect(await reread()).toMatchObject({ relues: 0, admises: 0, contrats: { crees: 0, changes: 0, disparus: 0 } });
});

test('a stop ends it between two batches', async () => {
  const stopped = new AbortController();
  stopped.abort();
  expect(await reread(stopped.signal)).toMatchObject({ declarations: 0 });
});
