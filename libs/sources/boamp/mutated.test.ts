import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isStorable } from '#platform/testing/storable';
import { normalised, tender } from './testing/records.js';
import { SAMPLES, warnAbsent } from './testing/samples-folder.js';

/** Seeded so that a failure can be played again: `BOAMP_SEED=… npx jest boamp/mutated`. */
const seed = Number(process.env.BOAMP_SEED ?? Date.now() % 2 ** 31);

const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', '1e9999', 1e308, -0, [], {}, [[]], '\0', '\uD800', { '#text': {} }, [
    null,
    { '@x': 1 },
  ]),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

/** The records of the samples where they are, else a minimal one: whole, embedded texts opened. */
function seeds(): Record<string, unknown>[] {
  const folder = `${SAMPLES}/boamp_api`;
  if (!existsSync(folder)) {
    warnAbsent(folder);
    return [{ idweb: '26-1', objet: 'x', donnees: tender(), gestion: {} }];
  }
  const files = readdirSync(folder).filter((file) => /^\d/.test(file));
  return files.map((file) => {
    const record = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>;
    return { ...record, donnees: JSON.parse(record.donnees ?? ''), gestion: JSON.parse(record.gestion ?? '') };
  });
}

/** Every place of a value, as the path of keys that leads to it. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, held]) => placesOf(held, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item));
  const node = value as Record<string, unknown>;
  return { ...node, [key]: replaced(node[key], rest, by) };
}

test(`a record with any value in any places never throws, and what it gives can be stored (seed ${seed})`, () => {
  const records = seeds().map((record) => ({ record, places: placesOf(record).filter((place) => place.length > 0) }));
  const changes = (index: number) =>
    fc.array(fc.tuple(fc.constantFrom(...(records[index]?.places ?? [])), nasty), { minLength: 1, maxLength: 4 });
  const mutation = fc.nat(records.length - 1).chain((index) => fc.tuple(fc.constant(index), changes(index)));
  fc.assert(
    fc.property(mutation, ([index, changed]) => {
      const result = normalised(mutated(records[index]?.record, changed));
      if (!result.ok) {
        expect(result.rejection.reason).not.toBe('internal');
        return;
      }
      const stored = JSON.stringify(result.publication);
      expect(isStorable(result.publication)).toBe(true);
      expect(JSON.stringify(JSON.parse(stored)) === stored).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});

/** The document of a record after changes, each at a place that the earlier ones may have removed. */
function mutated(record: unknown, changes: [string[], unknown][]): string {
  let changed = record;
  for (const [place, by] of changes) if (existsAt(changed, place)) changed = replaced(changed, place, by);
  const { donnees, gestion, ...flat } = changed as Record<string, unknown>;
  return JSON.stringify({ ...flat, donnees: JSON.stringify(donnees), gestion: JSON.stringify(gestion) });
}

test(`any bytes never throw (seed ${seed})`, () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (body) => {
      const result = normalised(Buffer.from(body));
      expect(result.ok || result.rejection.reason !== 'internal').toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});

function existsAt(value: unknown, path: string[]): boolean {
  let node = value;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return true;
}
