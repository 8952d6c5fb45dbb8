import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { type Named, registerOf } from '../testing/register.js';
import { siretOf } from '../testing/sirets.js';
import { deduceSirets } from './deduce-sirets.js';
import { DeductionUnderWay } from './work-tables.js';

jest.setTimeout(120_000);

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 3, applicationName: 'test' });
  await db.initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate write.match_notice, write.cluster, write.attribution, write.acheteur, write.siret_deduit, write.a_projeter',
  );
});

const idOf = (n: number) => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`;

/** Notices as the matching keeps them. @param first number of the first one. */
async function publish(published: readonly Named[], first = 1): Promise<void> {
  await database.pool.query(
    `insert into write.match_notice (avis_id, notice) select id, notice from json_to_recordset($1::json) as r (id uuid, notice json)
     on conflict (avis_id) do update set notice = excluded.notice`,
    [JSON.stringify(published.map((acheteur, n) => ({ id: idOf(first + n), notice: { titre: 'x', acheteur } })))],
  );
}

async function facts(): Promise<unknown> {
  const read = async (sql: string) => (await database.pool.query(sql)).rows as unknown[];
  return {
    deduits: await read('select avis_id, siret from write.siret_deduit order by avis_id'),
    acheteurs: await read('select * from write.acheteur order by siret'),
    queued: await read('select avis_id, reason from write.a_projeter order by avis_id'),
  };
}

const A = siretOf(21_060_033);
const B = siretOf(21_350_016);
const carros = (siret: string | null, departement: string | null = '06'): Named => ({
  nom: siret === null ? 'Mairie de CARROS' : 'Commune de Carros',
  siret,
  departement,
});

test('one version for each newly attached notice, none for the others, and nothing the second time', async () => {
  await publish([
    carros(A),
    carros(null),
    carros(null, null),
    { nom: 'Ville de Nice', siret: null, departement: '06' },
  ]);
  await publish([{ nom: 'COMMUNE', siret: null, departement: '06' }], 5);
  expect(await deduceSirets(db)).toEqual({
    acheteurs: 1,
    avis_sans_siret: 4,
    attaches: 2,
    deja: 0,
    chez_un_double: 0,
    ambigus: 0,
    inconnus: 1,
    sans_nom: 1,
  });
  const attached = [2, 3].map((n) => ({ avis_id: idOf(n), siret: A }));
  expect(await facts()).toMatchObject({
    deduits: attached,
    queued: attached.map(({ avis_id }) => ({ avis_id, reason: 'deduction' })),
    acheteurs: [{ siret: A, departement: '06', departements: { '06': 1 }, partage: false, activite: null }],
  });
  await database.pool.query('truncate write.a_projeter');
  expect(await deduceSirets(db)).toMatchObject({ attaches: 0, deja: 2, inconnus: 1, sans_nom: 1 });
  expect(await facts()).toMatchObject({ deduits: attached, queued: [] });
});

test('an attachment stays, whatever the register says later', async () => {
  await publish([carros(A), carros(null)]);
  await deduceSirets(db);
  await publish([carros(B)], 3);
  await publish([carros(null)], 4);
  expect(await deduceSirets(db)).toMatchObject({ acheteurs: 2, attaches: 0, deja: 1, ambigus: 1 });
  expect(await facts()).toMatchObject({ deduits: [{ avis_id: idOf(2), siret: A }] });
  await publish([carros(B)], 2);
  expect(await deduceSirets(db)).toMatchObject({ deja: 0, ambigus: 1 });
  expect(await facts()).toMatchObject({ deduits: [{ avis_id: idOf(2), siret: A }] });
});

test('what a duplicate publishes is not deduced, as long as it does', async () => {
  await publish([carros(A), carros(null), carros(A), carros(null)]);
  const cluster = 'insert into write.cluster values ($1, $3), ($2, $3)';
  await database.pool.query(cluster, [idOf(2), idOf(3), idOf(2)]);
  expect(await deduceSirets(db)).toMatchObject({ avis_sans_siret: 2, chez_un_double: 1, attaches: 1 });
  expect(await facts()).toMatchObject({ deduits: [{ avis_id: idOf(4) }] });
  await database.pool.query('truncate write.cluster');
  expect(await deduceSirets(db)).toMatchObject({ chez_un_double: 0, attaches: 1, deja: 1 });
  expect(await facts()).toMatchObject({ deduits: [{ avis_id: idOf(2) }, { avis_id: idOf(4) }] });
});

test('a simulation reports the same and writes nothing', async () => {
  await publish([carros(A), carros(null), carros(B, '35'), carros(null, '35')]);
  const before = await facts();
  const simulated = await deduceSirets(db, { simulate: true });
  expect(await facts()).toEqual(before);
  expect(simulated).toMatchObject({ acheteurs: 2, attaches: 2 });
  expect(await deduceSirets(db)).toEqual(simulated);
});

test('awards feed the register too; a buyer that nobody names any more leaves it', async () => {
  await database.pool.query(
    `insert into write.attribution (id, source, identifiant, facts) values ($1, 'boamp', '26-1', $2)`,
    [idOf(900), JSON.stringify({ content: { acheteur: carros(A) } })],
  );
  await publish([carros(null)]);
  expect(await deduceSirets(db)).toMatchObject({ acheteurs: 1, avis_sans_siret: 1, attaches: 1 });
  await database.pool.query('truncate write.attribution');
  expect(await deduceSirets(db)).toMatchObject({ acheteurs: 0, deja: 1 });
  expect(await facts()).toMatchObject({ acheteurs: [] });
});

test('invalid SIRETs and names that are no names reach neither register nor notices', async () => {
  const bad = ['2106003300001', '21060033000010', '00000000000000', 'SIRET', ''];
  await publish([
    ...bad.map((siret) => carros(siret)),
    carros(null),
    { nom: 'x '.repeat(500_000), siret: A, departement: '06' },
    { nom: 'x '.repeat(500_000), siret: null, departement: '06' },
  ]);
  expect(await deduceSirets(db)).toMatchObject({ acheteurs: 1, attaches: 0, inconnus: 1, sans_nom: 1 });
  expect(await facts()).toMatchObject({ acheteurs: [{ siret: A, noms: [] }], deduits: [] });
});

test('a notice without any buyer is no obstacle', async () => {
  await database.pool.query('insert into write.match_notice values ($1, $2), ($3, $4)', [
    idOf(1),
    '{"acheteur":{"nom":null,"siret":null,"departement":null}}',
    idOf(2),
    '{"acheteur":{"nom":"   ","siret":null,"departement":"06"}}',
  ]);
  expect(await deduceSirets(db)).toMatchObject({ avis_sans_siret: 2, sans_nom: 2 });
});

test('one at a time, in this process or another; a stop between two pages leaves what is done and no trace else', async () => {
  await publish([carros(A), carros(null)]);
  let second: Promise<unknown> = Promise.resolve();
  await deduceSirets(db, {
    onStep: (step, done) => {
      if (step === 'names' && done === 0) second = deduceSirets(db).catch((error: unknown) => error);
    },
  });
  expect(await second).toBeInstanceOf(DeductionUnderWay);
  await database.pool.query('truncate write.siret_deduit, write.a_projeter');
  const stop = new AbortController();
  const stopped = deduceSirets(db, {
    signal: stop.signal,
    onStep: (step) => {
      if (step === 'deduction') stop.abort(new Error('stopped'));
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await facts()).toMatchObject({ deduits: [], queued: [] });
  expect(await deduceSirets(db)).toMatchObject({ attaches: 1 });
  const { rows } = await database.pool.query(
    `select count(*)::int as n from pg_class where relpersistence = 't' and relkind = 'r'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('SIRENE gives buyers their activity, the establishment before the company, and takes it back', async () => {
  await publish([carros(A), { nom: 'Ville de Nice', siret: B, departement: '06' }]);
  await database.pool.query(`
    insert into write.unite_legale (siren, activite, diffusible) values (left('${A}', 9), '84.11Z', true), (left('${B}', 9), '84.11Z', true);
    insert into write.etablissement (siret, activite, actif, diffusible) values ('${B}', '85.20Z', true, true)`);
  const activities = async () =>
    (await database.pool.query('select siret, activite from write.acheteur order by activite')).rows;
  await deduceSirets(db);
  expect(await activities()).toEqual([
    { siret: A, activite: '84.11Z' },
    { siret: B, activite: '85.20Z' },
  ]);
  await database.pool.query('delete from write.unite_legale; delete from write.etablissement');
  await deduceSirets(db);
  expect(await activities()).toEqual(expect.arrayContaining([{ siret: A, activite: null }]));
});

test('more than one page holds; cut off between two batches, the next run attaches what is left', async () => {
  const letters = (n: number) => Array.from(String(n), (digit) => 'bcdfghjklm'[Number(digit)]).join('a');
  const towns = Array.from({ length: 2_600 }, (_, n) => `Val${letters(n)}o`);
  const published = towns.flatMap((town, n): Named[] => [
    { nom: `Commune de ${town}`, siret: n % 13 === 0 ? null : siretOf(21_000_000 + n), departement: '06' },
    { nom: `Mairie de ${town.toUpperCase()}`, siret: null, departement: n % 2 === 0 ? '06' : null },
  ]);
  await publish(published);
  const register = registerOf(published);
  const expected = published.flatMap((one, n) => {
    const deduced = one.siret === null ? register.deduce(one) : null;
    return deduced?.issue === 'attache' ? [{ avis_id: idOf(n + 1), siret: deduced.siret }] : [];
  });
  expect(expected).toHaveLength(2_400);
  const stop = new AbortController();
  const stopped = deduceSirets(db, {
    signal: stop.signal,
    onStep: (step, done) => {
      if (step === 'attachment' && done > 0) stop.abort(new Error('stopped'));
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  const queued = 'select count(*)::int as n from write.a_projeter join write.siret_deduit using (avis_id)';
  expect((await database.pool.query(queued)).rows).toEqual([{ n: 1_000 }]);
  expect(await deduceSirets(db)).toMatchObject({ acheteurs: 2_400, attaches: 1_400, deja: 1_000, inconnus: 400 });
  expect(await facts()).toMatchObject({ deduits: expected });
  expect((await database.pool.query(queued)).rows).toEqual([{ n: 2_400 }]);
});

test('a database that is lost in the middle leaves nothing held', async () => {
  await publish([carros(A), carros(null)]);
  let ended: Promise<unknown> = Promise.resolve();
  const cut = deduceSirets(db, {
    onStep: (step) => {
      if (step !== 'register') return;
      ended = database.pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database =
           (select oid from pg_database where datname = current_database())`,
      );
    },
  });
  await expect(cut).rejects.toThrow();
  await ended;
  expect(await deduceSirets(db)).toMatchObject({ attaches: 1 });
});

test('the database says what the rules say, in whatever order notices came', async () => {
  const published = fc.array(
    fc.record({
      nom: fc.constantFrom(
        null,
        'COMMUNE',
        'Commune de Carros',
        'CARROS',
        'SDIS 06',
        'Mairie de Nice',
        "Ville d'Épinal",
      ),
      siret: fc.constantFrom(null, null, A, B, siretOf(21_060_033, 2), '21060033000011'),
      departement: fc.constantFrom(null, '06', '88', '2A'),
    }),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(published, async (some) => {
      const register = registerOf(some);
      const expected = some.flatMap((one, n) => {
        const deduced = one.siret === null ? register.deduce(one) : null;
        return deduced?.issue === 'attache' ? [{ avis_id: idOf(n + 1), siret: deduced.siret }] : [];
      });
      const outcomes = [];
      for (const order of ['asc', 'desc']) {
        await database.pool.query('truncate write.match_notice, write.acheteur, write.siret_deduit, write.a_projeter');
        const numbered = some.map((acheteur, n) => ({ n: n + 1, acheteur }));
        for (const { n, acheteur } of order === 'asc' ? numbered : numbered.reverse()) await publish([acheteur], n);
        await deduceSirets(db);
        outcomes.push(JSON.stringify(await facts()));
        expect(await facts()).toMatchObject({ deduits: expected });
      }
      expect(outcomes[1]).toBe(outcomes[0]);
    }),
    { numRuns: 15 },
  );
});
