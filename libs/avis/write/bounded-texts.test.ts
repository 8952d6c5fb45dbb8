import type { Normalised, Publication } from '#sources/publication';
import { publication } from '../testing/publications.js';
import { checkNormalised } from './publication-check.js';

const LONG = 'Réfection '.repeat(300_000);

function checked(one: Publication): Publication {
  const result: Normalised = checkNormalised('boamp', { ok: true, publication: one });
  if (!result.ok) throw new Error(result.rejection.detail);
  return result.publication;
}

test('a title of 3 MB is served as null, its beginning kept as an anomaly; the rest of the notice stands', () => {
  const { content, anomalies } = checked(publication('26-1', { content: { titre: LONG } }));
  expect(content).toMatchObject({
    titre: null,
    description: expect.stringContaining('26-1') as string,
    budget: 120000,
  });
  expect(anomalies).toEqual([{ champ: 'titre', code: 'texte_absurde', brut: LONG.slice(0, 200) }]);
});

test('every text and every list is bounded', () => {
  const lot = { numero: '1', description: null, budget: null, cpv: null };
  const { content, keys, motif, anomalies } = checked(
    publication('26-1', {
      kind: 'correction',
      motif: LONG,
      keys: { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: LONG },
      content: {
        description: LONG,
        procedure: LONG,
        acheteur: { nom: LONG, siret: '21420218300017', departement: '42' },
        renseignements_complementaires: LONG,
        criteres: { selection: null, attribution: { texte: LONG } },
        capacites: { economique: LONG, technique: LONG, exercice: 'Licence' },
        lots: [lot, { ...lot, numero: LONG }, { ...lot, numero: '3', description: LONG }],
      },
    }),
  );
  expect(JSON.stringify([content, keys, motif, anomalies]).length).toBeLessThan(6000);
  expect(content).toEqual({
    description: null,
    procedure: null,
    acheteur: { nom: null, siret: '21420218300017', departement: '42' },
    renseignements_complementaires: null,
    criteres: null,
    capacites: { economique: null, technique: null, exercice: 'Licence' },
    lots: [lot, { ...lot, numero: '3' }],
  });
  expect(new Set(anomalies.map(({ code }) => code))).toEqual(new Set(['texte_absurde']));
  expect(anomalies).toHaveLength(11);
});

test('more lots than any procedure has are not served', () => {
  const lots = Array.from({ length: 20_000 }, (_, index) => ({
    ...{ numero: String(index + 1), description: 'Lot', budget: null, cpv: null },
  }));
  const { content, anomalies } = checked(publication('26-1', { content: { lots } }));
  expect(content.lots).toEqual([]);
  expect(anomalies).toMatchObject([{ champ: 'lots', code: 'texte_absurde' }]);
});

test('a notice of real size passes as it is', () => {
  const one = publication('26-1', { content: { description: 'x'.repeat(50_000) } });
  expect(checked(one)).toEqual(one);
});
