import fc from 'fast-check';
import type { Annonce } from '../annonce.js';
import type { Profil } from '../profil.js';
import { someAnnonce, someProfil } from '../testing/arbitraries.js';
import { motsDe } from '../words.js';
import { score } from './score.js';

const PROFIL: Profil = {
  cpv: ['4521'],
  mots_cles: ['rénovation énergétique', 'école'],
  departements: ['35'],
  rayon_km: 150,
  budget_min: 40_000,
  budget_max: 500_000,
  types_marche: ['Travaux'],
  procedures: ['Procédure adaptée'],
};
const ANNONCE: Annonce = {
  id: '00000000-0000-5000-8000-000000000001',
  cpv: '45214210',
  mots: motsDe('Travaux de rénovation énergétique de l’école'),
  departements: ['35'],
  budget: 221_000,
  type_marche: 'Travaux',
  procedure: 'Procédure adaptée',
};

const points = (profil: Partial<Profil>, annonce: Partial<Annonce> = {}) =>
  score({ ...PROFIL, ...profil }, { ...ANNONCE, ...annonce })?.score ?? -1;

test('a notice that is all that a profile asks has every point, and says why', () => {
  expect(score(PROFIL, ANNONCE)).toEqual({
    score: 100,
    raisons: {
      metier: { points: 50, cpv: '4521', mots: ['rénovation énergétique', 'école'] },
      distance: { points: 25, km: 0 },
      budget: { points: 15 },
      mode: { points: 10 },
    },
  });
});

test.each<[string, Partial<Profil>, Partial<Annonce>, number | null]>([
  ['neither CPV nor keyword', {}, { cpv: '90910000', mots: motsDe('nettoyage') }, null],
  [
    'nothing known but the trade',
    {},
    { mots: [], departements: [], budget: null, type_marche: null, procedure: null },
    55,
  ],
  ['beyond the radius', {}, { departements: ['13'] }, 75],
  ['too large', {}, { budget: 600_000 }, 85],
  ['another type and procedure', {}, { type_marche: 'Services', procedure: 'Procédure ouverte' }, 90],
  ['only one word of a group', { cpv: [], mots_cles: ['rénovation thermique'] }, {}, null],
  ['no signal, its departments', { cpv: [], mots_cles: [] }, {}, 50],
  ['no signal, a department within the radius', { cpv: [], mots_cles: [] }, { departements: ['22'] }, null],
  ['no signal, an unknown place', { cpv: [], mots_cles: [] }, { departements: [] }, null],
  ['no signal, no department', { cpv: [], mots_cles: [], departements: [] }, {}, null],
])('%s', (_, profil, annonce, expected) => {
  expect(score({ ...PROFIL, ...profil }, { ...ANNONCE, ...annonce })?.score ?? null).toBe(expected);
});

test('a CPV code with trailing zeros means all below it', () => {
  expect(score({ ...PROFIL, cpv: ['45000000'], mots_cles: [] }, ANNONCE)?.raisons.metier).toEqual({
    points: 22,
    cpv: '45',
  });
  expect(score({ ...PROFIL, cpv: ['30000000'], mots_cles: [] }, { ...ANNONCE, cpv: '30200000' })).not.toBeNull();
});

test('an account that asks for its trade alone finds it above the score shown by default', () => {
  const open = { departements: [], budget_min: null, budget_max: null, types_marche: [], procedures: [] };
  expect(points({ ...open, cpv: ['45'], mots_cles: [] })).toBeGreaterThanOrEqual(50);
  expect(points({ ...open, cpv: [], mots_cles: ['école'] })).toBeGreaterThanOrEqual(50);
});

test('the same trade next door outdoes a keyword more at the other end of the country', () => {
  const far = points({ mots_cles: ['école'] }, { departements: ['13'], budget: null });
  const near = points({ mots_cles: ['piscine'] }, { budget: null });
  expect(near).toBeGreaterThan(far);
});

describe('of any profile and notice', () => {
  const check = (property: (profil: Profil, annonce: Annonce) => void) => {
    fc.assert(fc.property(someProfil(), someAnnonce(), property), { numRuns: 500 });
  };

  test('the score is whole, from 0 to 100, and the sum of its reasons', () => {
    check((profil, annonce) => {
      const scored = score(profil, annonce);
      if (scored === null) return;
      const parts = Object.values(scored.raisons).map((reason) => (reason as { points: number }).points);
      expect(scored.score).toBe(parts.reduce((sum, part) => sum + part, 0));
      expect(Number.isInteger(scored.score) && scored.score >= 0 && scored.score <= 100).toBe(true);
    });
  });

  test('order and repetition of lists change nothing', () => {
    check((profil, annonce) => {
      const turned = <T>(list: readonly T[]) => [...list].reverse().concat(list);
      const again: Profil = {
        ...profil,
        cpv: turned(profil.cpv),
        mots_cles: turned(profil.mots_cles),
        departements: turned(profil.departements),
        types_marche: turned(profil.types_marche),
        procedures: turned(profil.procedures),
      };
      const same: Annonce = { ...annonce, mots: turned(annonce.mots), departements: turned(annonce.departements) };
      expect(score(again, same)).toEqual(score(profil, annonce));
    });
  });

  test('more digits of the CPV code in common never lower it', () => {
    for (let digits = 2; digits <= 8; digits += 1) {
      check((profil, annonce) => {
        const cpv = annonce.cpv ?? '45214210';
        const with_ = (length: number) =>
          score({ ...profil, cpv: [cpv.slice(0, length)] }, { ...annonce, cpv })?.score ?? -1;
        expect(with_(Math.min(8, digits + 1))).toBeGreaterThanOrEqual(with_(digits));
      });
    }
  });

  test('one more keyword found never lowers it', () => {
    check((profil, annonce) => {
      const asked = { ...profil, mots_cles: ['menuiserie', ...profil.mots_cles] };
      const before = score(asked, { ...annonce, mots: annonce.mots.filter((mot) => mot !== motsDe('menuiserie')[0]) });
      const after = score(asked, { ...annonce, mots: [...annonce.mots, ...motsDe('menuiseries')] });
      expect(after?.score ?? -1).toBeGreaterThanOrEqual(before?.score ?? -1);
    });
  });

  test('nearer never lowers it, nor does a wider radius', () => {
    // From Ille-et-Vilaine outwards.
    const outwards = ['35', '53', '44', '72', '75', '69', '2A', '974'];
    check((profil, annonce) => {
      const asked: Profil = { ...profil, cpv: ['45'], departements: ['35'] };
      const at = (code: string, rayon_km = profil.rayon_km) =>
        score({ ...asked, rayon_km }, { ...annonce, cpv: '45000000', departements: [code] })?.score ?? -1;
      const scores = outwards.map((code) => at(code));
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      for (const code of outwards) expect(at(code, profil.rayon_km + 100)).toBeGreaterThanOrEqual(at(code));
    });
  });

  test('inside the budget is worth no less than unknown, and unknown no less than outside', () => {
    check((profil, annonce) => {
      const asked = { ...profil, budget_min: 1_000, budget_max: 2_000 };
      const at = (budget: number | null) => score(asked, { ...annonce, budget })?.score ?? -1;
      expect(at(1_000)).toBeGreaterThanOrEqual(at(null));
      expect(at(null)).toBeGreaterThanOrEqual(at(2_000.01));
    });
  });

  test('a preferred type and procedure are worth no less than unknown ones, and those no less than others', () => {
    check((profil, annonce) => {
      const asked: Profil = { ...profil, types_marche: ['Travaux'], procedures: ['Procédure adaptée'] };
      const at = (type_marche: Annonce['type_marche'], procedure: string | null) =>
        score(asked, { ...annonce, type_marche, procedure })?.score ?? -1;
      expect(at('Travaux', 'PROCEDURE ADAPTEE')).toBeGreaterThanOrEqual(at(null, null));
      expect(at(null, null)).toBeGreaterThanOrEqual(at('Services', 'Procédure ouverte'));
    });
  });
});
