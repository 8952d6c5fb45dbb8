import { DEPARTEMENTS } from '#contract/departements';
import { TYPES_MARCHE } from '#contract/vocabulary';
import type { Profil } from '#opportunites/profil';
import { CPV_2008 } from '#sources/reference/cpv';

/** Numbers from 0 to 1 that are the same for the same seed. */
export type Draw = () => number;

/** mulberry32. */
export function drawsOf(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const CODES = [...CPV_2008].sort();
/** Divisions as notices are of them: works above all, then services of engineering, cleaning, computing, care. */
const DIVISIONS = '45 45 45 45 45 45 45 71 71 90 90 72 79 50 33 33 30 34 39 66 55 80 77 09 85 44 48 60 15 38'.split(
  ' ',
);
const BY_DIVISION = new Map(
  [...new Set(DIVISIONS)].map((division) => [division, CODES.filter((code) => code.startsWith(division))]),
);
const PROCEDURES = ['Procédure adaptée', 'Procédure adaptée', 'Procédure ouverte', 'Procédure avec négociation'];
/** Words of the language that notices speak: few that are met everywhere, many that are rare. */
const WORDS = 8_000;

const pick = <T>(draw: Draw, values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T;
const list = <T>(draw: Draw, most: number, one: () => T): T[] =>
  Array.from({ length: Math.floor(draw() * (most + 1)) }, one);
const departement = (draw: Draw) => (DEPARTEMENTS[Math.floor(draw() ** 1.5 * 96)] ?? DEPARTEMENTS[0]).code;
const cpv = (draw: Draw) => pick(draw, BY_DIVISION.get(pick(draw, DIVISIONS)) ?? CODES);

/** The k-th word is met about 1/k as often as the first. */
function word(draw: Draw, from = 1): string {
  return `w${String(Math.floor(from * (WORDS / from) ** draw()))}`;
}

/** A row of read.avis: open, with a text of a hundred words. */
export function drawAvis(draw: Draw, id: string) {
  const avis = {
    id,
    titre: Array.from({ length: 10 }, () => word(draw)).join(' '),
    description: Array.from({ length: 90 }, () => word(draw)).join(' '),
    cpv: draw() < 0.85 ? cpv(draw) : null,
    budget: draw() < 0.4 ? Math.round(10 ** (4 + draw() * 3)) : null,
    type_marche: draw() < 0.95 ? pick(draw, TYPES_MARCHE) : null,
    procedure: draw() < 0.9 ? pick(draw, PROCEDURES) : null,
    acheteur: { nom: 'Commune', siret: null, departement: null },
    lots: [],
  };
  return { id, departements: draw() < 0.95 ? [departement(draw)] : [], detail: JSON.stringify(avis) };
}

/** What a company asks: a few classes of its trade, some keywords, where it is; one in thirty names places alone. */
export function drawProfil(draw: Draw): Profil {
  const silent = draw() < 1 / 30;
  const home = cpv(draw);
  const digits = () => pick(draw, [2, 3, 3, 4, 4, 4, 5, 5, 6, 8]);
  return {
    cpv: silent
      ? []
      : [home.slice(0, digits()), ...list(draw, 2, () => pick(draw, [home, home, cpv(draw)]).slice(0, digits()))],
    // A keyword stands in one notice in fifty to one in a thousand.
    mots_cles: silent
      ? []
      : list(draw, 4, () => (draw() < 0.4 ? `${word(draw, 100)} ${word(draw, 50)}` : word(draw, 500))),
    departements: Array.from({ length: 1 + Math.floor(draw() * 5) }, () => departement(draw)),
    rayon_km: pick(draw, [0, 50, 100, 200]),
    budget_min: draw() < 0.5 ? 40_000 : null,
    budget_max: draw() < 0.5 ? 1_000_000 : null,
    types_marche: draw() < 0.5 ? [pick(draw, TYPES_MARCHE)] : [],
    procedures: draw() < 0.3 ? ['Procédure adaptée'] : [],
  };
}
