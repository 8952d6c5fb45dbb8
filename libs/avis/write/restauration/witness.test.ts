import { readWitness } from './witness.js';

const id = '6f0c2c1e-7a9e-5c57-9d3b-0d7f3f0f8a11';
const version = '2026-11-21T03:00:00.000001Z';

test('reads a line of ops restauration temoin and one of the file of a mirror', () => {
  expect(readWitness(JSON.stringify({ id, version, source: 'boamp' }))).toEqual({ id, version, source: 'boamp' });
  expect(readWitness(JSON.stringify({ id, statut: 'retire', motif_retrait: 'supprime', version }))).toEqual({
    id,
    version,
    source: null,
  });
});

test.each(['', '[]', 'null', '{"id":"1"}', `{"id":"${id}","version":"2026-11-21"}`, `{"id":"${id}`])(
  'refuses %p',
  (line) => {
    expect(readWitness(line)).toBeNull();
  },
);
