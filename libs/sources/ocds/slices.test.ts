import fc from 'fast-check';
import { elementsOf } from './slices.js';

/** Seeded so that a failure can be played again: `OCDS_SEED=… npx jest ocds/slices`. */
const seed = Number(process.env['OCDS_SEED'] ?? Date.now() % 2 ** 31);

test(`the elements of the list, in order and each by its own text (seed ${seed})`, () => {
  const around = fc.dictionary(
    fc.string().filter((key) => key !== 'releases' && key !== '__proto__'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(around, around, fc.array(fc.jsonValue()), fc.nat(3), (before, after, releases, indent) => {
      const json = JSON.stringify({ ...before, releases, ...after }, null, indent);
      expect(elementsOf(json, 'releases').map((text) => JSON.parse(text) as unknown)).toEqual(
        JSON.parse(JSON.stringify(releases)),
      );
    }),
    { seed },
  );
});

test('of two lists of one name the last counts, as for JSON.parse; a list elsewhere does not', () => {
  expect(elementsOf('{"a":{"releases":[1]},"releases":[2],"releases":[3,4],"z":["releases",[5]]}', 'releases')).toEqual(
    ['3', '4'],
  );
  expect(elementsOf('[["releases"]]', 'releases')).toEqual([]);
});
