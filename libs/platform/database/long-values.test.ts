import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { createPool, LONG_TEXTS_AS_BYTES } from './pool.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, max: 1, applicationName: 'test', onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const textOf = (length: number) => '’é€x'.repeat(length / 4);
const LENGTHS = [0, 4, 8_000, 16_384, 60_000, 300_000];

test('texts of every length are read as they were written, several in a row of many', async () => {
  const texts = LENGTHS.map(textOf);
  const { rows } = await pool.query<{ n: number; t: string; j: string[] }>(
    'select n, t, jsonb_build_array(t) as j from generate_series(1, 5) n, unnest($1::text[]) t',
    [texts],
  );
  expect(rows).toEqual([1, 2, 3, 4, 5].flatMap((n) => texts.map((t) => ({ n, t, j: [t] }))));
});

test('types that are not texts are read as ever, however long', async () => {
  const texts = ['a', textOf(40_000)];
  const { rows } = await pool.query('select $1::text[] as list, $2::bytea as bytes, true as yes, 12::int8 as large', [
    texts,
    Buffer.alloc(40_000, 7),
  ]);
  expect(rows).toEqual([{ list: texts, bytes: Buffer.alloc(40_000, 7), yes: true, large: '12' }]);
});

test('whoever asks for bytes has those of long texts, which stay what they were', async () => {
  const kept: { text: string; given: string | Buffer }[] = [];
  for (const text of LENGTHS.map(textOf)) {
    const { rows } = await pool.query<{ t: string | Buffer; n: number }>({
      text: 'select $1::text as t, 7 as n',
      values: [text],
      types: LONG_TEXTS_AS_BYTES,
    });
    expect(rows[0]!.n).toBe(7);
    kept.push({ text, given: rows[0]!.t });
  }
  for (const { text, given } of kept) expect(given.toString() === text).toBe(true);
  expect(kept.map(({ given }) => typeof given)).toEqual(['string', 'string', 'object', 'object', 'object', 'object']);
});

test('an error between two long texts leaves the connection good', async () => {
  await expect(pool.query(`select repeat('x', 50000), 1 / (n - 3) from generate_series(1, 5) n`)).rejects.toThrow(
    /division by zero/,
  );
  expect((await pool.query<{ t: string }>(`select repeat('y', 50000) as t`)).rows[0]!.t).toBe('y'.repeat(50_000));
});
