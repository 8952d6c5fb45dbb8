import fc from 'fast-check';
import { TYPES_MARCHE } from '#contract/vocabulary';
import type { Annonce } from '../annonce.js';
import type { Profil } from '../profil.js';
import { motsDe } from '../words.js';

/** Few values, so that profiles and notices meet. */
const CPV = ['45000000', '45210000', '45214210', '45261000', '71200000', '71000000', '30200000', '90910000'];
const PREFIXES = ['45', '4521', '45214', '452142', '45214210', '45261', '71', '71200000', '3', '30', '909'];
const TEXTES = [
  'Rénovation énergétique',
  'toitures',
  'écoles',
  'nettoyage des vitres',
  'menuiserie',
  'renovation energetique',
];
const DEPARTEMENTS = ['35', '22', '56', '75', '92', '2A', '974'];
const PROCEDURES = ['Procédure ouverte', 'Procédure adaptée', 'Procédure avec négociation'];

export const TITRES = [
  'Rénovation énergétique de l’école',
  'Réfection de toiture',
  'Nettoyage des locaux et des vitres',
  'Menuiseries de deux écoles',
  'Maîtrise d’œuvre',
];

export function someProfil(): fc.Arbitrary<Profil> {
  const few = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 });
  return fc
    .record({
      cpv: few(PREFIXES.filter((prefix) => prefix.length > 1)),
      mots_cles: few(TEXTES),
      departements: few(DEPARTEMENTS),
      rayon_km: fc.constantFrom(0, 50, 150, 2_000),
      bounds: fc.tuple(someEuros(), someEuros()),
      types_marche: few(TYPES_MARCHE),
      procedures: few(PROCEDURES),
    })
    .map(({ bounds: [a, b], ...rest }) => ({
      ...rest,
      budget_min: a === null || b === null ? a : Math.min(a, b),
      budget_max: a === null || b === null ? b : Math.max(a, b),
    }));
}

export function someAnnonce(): fc.Arbitrary<Annonce> {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 });
  return fc.record({
    id: fc.uuid(),
    cpv: maybe(fc.constantFrom(...CPV)),
    mots: fc.subarray(TITRES, { maxLength: 2 }).map((titres) => motsDe(titres.join(' '))),
    departements: fc.subarray(DEPARTEMENTS, { maxLength: 2 }),
    budget: someEuros(),
    type_marche: maybe(fc.constantFrom(...TYPES_MARCHE)),
    procedure: maybe(fc.constantFrom(...PROCEDURES)),
  });
}

function someEuros(): fc.Arbitrary<number | null> {
  return fc.option(fc.constantFrom(0, 40_000, 90_000, 221_000, 1_000_000), { nil: null });
}
