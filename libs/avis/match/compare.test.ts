import { comparePair } from './compare.js';
import type { MatchNotice } from './notice.js';
import { listed, notice } from './testing/notices.js';

function decision(a: MatchNotice, b: MatchNotice): string {
  const [there, back] = [comparePair(a, b), comparePair(b, a)];
  expect(back).toEqual(there);
  expect(JSON.parse(JSON.stringify(there))).toEqual(there);
  return there.decision;
}

test('a notice and what a portal shows of it are the same by resemblance', () => {
  const compared = comparePair(notice('26-1'), listed('b'));
  expect(compared).toMatchObject({ decision: 'same', evidence: { regle: 'ressemblance', veto: null } });
  expect(compared.evidence.champs).toMatchObject({
    titre: { niveau: 'egal' },
    acheteur: { niveau: 'nom_egal' },
    date_limite: { niveau: 'minute' },
    cpv: { niveau: 'absent', poids: 0 },
  });
});

test('a correction that reached one source only does not part them', () => {
  const corrected = notice('26-1', { dates_limites: ['2026-12-22T11:00:00Z', '2026-12-15T11:00:00Z'] });
  expect(decision(corrected, listed('b'))).toBe('same');
});

test('what only looks alike is not the same', () => {
  const base = notice('26-1');
  const lot = (n: number): string => `Réfection de la couverture du groupe scolaire Jean-Moulin - Lot ${n} : charpente`;
  expect(decision(notice('26-1', { titre: lot(1) }), listed('b', { titre: lot(2) }))).toBe('different');
  expect(
    decision(base, listed('b', { titre: 'Réfection de la couverture du gymnase Simone-Veil à Saint-Aubin' })),
  ).toBe('different');
  expect(decision(base, listed('b', { date_publication: '2025-11-10', dates_limites: ['2025-12-15T11:00:00Z'] }))).toBe(
    'different',
  );
  expect(decision(base, listed('b', { date_publication: '2027-01-05', dates_limites: ['2027-02-15T11:00:00Z'] }))).toBe(
    'different',
  );
  const generic = { titre: 'Travaux de voirie' };
  expect(
    decision(
      notice('26-1', generic),
      listed('b', { ...generic, acheteur: { nom: 'Ville de Carros' }, departements: ['06'] }),
    ),
  ).toBe('different');
  expect(
    decision(notice('26-1', generic), listed('b', { ...generic, acheteur: { nom: 'COMMUNE' }, departements: ['06'] })),
  ).toBe('different');
});

test('two notices of one source are never the same by resemblance', () => {
  expect(comparePair(notice('26-1'), notice('26-2'))).toMatchObject({
    decision: 'different',
    evidence: { veto: 'source' },
  });
});

test('notices that say nothing are compared all the same', () => {
  const empty = {
    titre: null,
    acheteur: { nom: null, siret: null, departement: null },
    dates_limites: [],
    date_publication: null,
    cpv: null,
    type_marche: null,
    departements: [],
  };
  expect(decision(notice('26-1', empty), listed('b', empty))).toBe('different');
});
