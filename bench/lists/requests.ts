import { createHash } from 'node:crypto';
import { fingerprintOf } from '../../apps/api/cursors/cursor.js';
import { writeDayCursor } from '../../apps/api/cursors/day-cursor.js';
import { writeWalkCursor } from '../../apps/api/cursors/walk-cursor.js';
import type { Draws } from '../scale/draws.js';
import { FILTERS } from '../scale/operations-avis.js';
import { nth } from '../scale/draws.js';
import { value } from '../scale/operation.js';

type Parameters = Record<string, string | number | readonly string[] | null | undefined>;

/** Requests of each list: one filter or two, by values drawn from the data. */
const EACH = 400;

/**
 * A number below `of` for the i-th request, the same in every run. Each choice is drawn apart: by remainders of `i` some
 * filters never met each other, nor a common word.
 */
function pick(i: number, choice: string, of: number): number {
  if (of < 2) return 0;
  return (
    createHash('md5')
      .update(`${choice} ${String(i)}`)
      .digest()
      .readUInt32BE() % of
  );
}

function many(path: string, parameters: (i: number) => Parameters): string[] {
  return Array.from({ length: EACH }, (_, i) => address(path, parameters(i)));
}

function filtersOf(draws: Draws) {
  const filters = Object.values(FILTERS);
  const aFilter = (i: number, which: string): Parameters => nth(filters, pick(i, which, filters.length))(draws, i);
  const oneOrTwo = (i: number): Parameters => ({
    ...aFilter(i, 'filter'),
    ...(pick(i, 'how many', 2) === 0 ? {} : aFilter(i, 'second filter')),
  });
  const copied = (i: number): Parameters => ({
    ...oneOrTwo(i),
    statut: pick(i, 'statut', 3) === 0 ? 'ouvert' : 'tous',
  });
  return { aFilter, oneOrTwo, copied };
}

/** The first page of each walk that is asked, which counts. */
export function firstPages(draws: Draws): string[] {
  return many('/avis', filtersOf(draws).copied);
}

/**
 * Paths of each list route, in the order in which they are asked.
 *
 * @param totals of the walks of `firstPages`: a walk of many pages has but one first.
 */
export function requestsOf(draws: Draws, totals: readonly number[]): Record<string, string[]> {
  const { avis, contrats, attributions, prestataires } = draws;
  const { aFilter, oneOrTwo, copied } = filtersOf(draws);
  const words = (i: number) =>
    nth(['travaux', 'gymnase', value(avis, 'commune', i), `introuvable${String(i)}`], pick(i, 'words', 4));
  const { versionAt } = draws;
  const since = draws.versionAt(0.2);
  // A page of a walk begins at a notice of it: that from which its filters are drawn.
  const walk = (i: number): Parameters => {
    const given = copied(i);
    if (pick(i, 'page', Math.ceil((totals[i] ?? 0) / 100)) === 0) return given;
    const after = versionAt((nth(avis, i).n - 1.5) / (draws.size - 1));
    return { ...given, curseur: writeWalkCursor({ after, since }, fingerprintOf(given)) };
  };
  const changes = (i: number): Parameters => ({ ...oneOrTwo(i), updated_since: versionAt(1 - (i % 100) / 1_000) });
  const mandatory = (i: number): Parameters => {
    const { acheteur_siret, departement, cpv, siren, siret } = nth(contrats, i);
    const all: Parameters[] = [
      { acheteur_siret },
      { departement: departement ?? '75' },
      { cpv: cpv ?? '45' },
      { cpv: (cpv ?? '45').slice(0, 2) },
      { titulaire_siret: siret },
      { titulaire_siren: siren },
      { acheteur_siret, q: 'maintenance' },
    ];
    const first = nth(all, pick(i, 'filter', all.length));
    const second = pick(i, 'how many', 2) === 0 ? {} : nth(all, pick(i, 'second filter', all.length));
    return {
      ...first,
      ...second,
      ...(pick(i, 'period', 5) === 0 ? { date_min: '2020-01-01', date_max: '2020-12-31' } : {}),
    };
  };
  const awarded = (i: number): Parameters => {
    const { acheteur_siret, departement, cpv } = nth(attributions, i);
    const all: Parameters[] = [
      {},
      { acheteur_siret },
      { departement },
      { cpv: cpv?.slice(0, 4) },
      { departement, cpv: cpv?.slice(0, 2) },
    ];
    const given = nth(all, pick(i, 'filter', all.length));
    // One in four is a first page, which counts.
    if (pick(i, 'first', 4) === 0) return given;
    const bound = {
      liste: 'attributions',
      ...Object.fromEntries(Object.entries(given).filter(([, one]) => one != null)),
    };
    return { ...given, curseur: writeDayCursor({ jour: '2020-06-15', cle: nth(avis, i).id }, fingerprintOf(bound)) };
  };
  const company = (i: number): Parameters => {
    const { nom_tri, departement, division_cpv, taille } = nth(prestataires, i);
    const all: Parameters[] = [
      {},
      { departement },
      { cpv: division_cpv },
      { taille },
      { q: nom_tri.split(' ').at(-1) },
      { q: nom_tri },
    ];
    const first = nth(all, pick(i, 'filter', all.length));
    return { ...first, ...(pick(i, 'how many', 3) === 0 ? nth(all, pick(i, 'second filter', all.length)) : {}) };
  };
  const pages = (i: number) => ({ page: 1 + pick(i, 'page', 10) });
  const kept = ['source', 'type_marche', 'publie_depuis', 'completude_min'];
  const feed = (i: number) => Object.fromEntries(Object.entries(oneOrTwo(i)).filter(([name]) => !kept.includes(name)));
  return {
    '/avis, a walk': many('/avis', walk),
    '/avis, first page of a walk': firstPages(draws),
    '/avis, updated_since': many('/avis', changes),
    '/avis, page mode, ouvert': many('/avis', (i) => ({ ...oneOrTwo(i), ...pages(i) })),
    '/avis, page mode, tous': many('/avis', (i) => ({ ...oneOrTwo(i), statut: 'tous', ...pages(i) })),
    '/avis, words': many('/avis', (i) => ({
      ...(pick(i, 'how many', 2) === 0 ? {} : aFilter(i, 'filter')),
      statut: pick(i, 'statut', 3) === 0 ? 'tous' : undefined,
      q: words(i),
    })),
    '/opportunites': many('/opportunites', (i) => ({
      ...feed(i),
      q: pick(i, 'with words', 4) === 0 ? words(i) : undefined,
    })),
    '/attributions': many('/attributions', awarded),
    '/contrats': many('/contrats', mandatory),
    '/prestataires': many('/prestataires', company),
    '/departements': ['/departements'],
    '/sources': ['/sources'],
  };
}

function address(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, one]) => one != null);
  const size = path === '/contrats' || path === '/attributions' ? 'limite' : 'per_page';
  const query = new URLSearchParams([
    ...given.map(([name, one]): [string, string] => [name, String(one)]),
    [size, '100'],
  ]);
  return `${path}?${query.toString()}`;
}
