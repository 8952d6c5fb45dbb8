import { CANARI, canariIn } from '#contrats/sirene/canari';
import { isSiret } from '#sources/values/siret';
import { CANARI_N, entreprise, etablissement } from './entreprises.js';
import { withCheckDigit } from './facts/buyers.js';

const ALL = Array.from({ length: 20_000 }, (_, n) => entreprise(4, n));

test('companies are functions of seed and rank, each with numbers of its own', () => {
  expect(entreprise(4, 123)).toEqual(ALL[123]);
  expect(entreprise(5, 123)).not.toEqual(ALL[123]);
  expect(new Set(ALL.map(({ siren }) => siren)).size).toBe(ALL.length);
  const sirets = ALL.flatMap((one) => one.sirets);
  expect(sirets.filter((siret) => !isSiret(siret))).toEqual([]);
  expect(ALL.filter(({ siren }) => withCheckDigit(siren.slice(0, 8)) !== siren)).toEqual([]);
  const hidden = ALL.filter(({ diffusible }) => !diffusible).length / ALL.length;
  expect(hidden).toBeGreaterThan(0.02);
  expect(hidden).toBeLessThan(0.04);
  const counts = ALL.map((one) => one.sirets.length);
  expect(Math.min(...counts)).toBe(1);
  expect(Math.max(...counts)).toBe(30);
  expect(ALL.every((one) => etablissement(4, one, one.sirets.length - 1).siret === one.sirets.at(-1))).toBe(true);
});

test('one company is the canary, whatever the seed, and nobody else looks like it', () => {
  expect(entreprise(9, CANARI_N)).toMatchObject({
    siren: CANARI.siren,
    sirets: CANARI.sirets,
    nom: 'Xylophandre Zwittermont',
    diffusible: false,
  });
  expect(CANARI.sirets.every((siret) => isSiret(siret) && siret.startsWith(CANARI.siren))).toBe(true);
  expect(canariIn(JSON.stringify(entreprise(9, CANARI_N)))).not.toBeNull();
  expect(ALL.filter((one) => canariIn(JSON.stringify(one)) !== null).map(({ n }) => n)).toEqual([CANARI_N]);
});
