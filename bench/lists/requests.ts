import { fingerprintOf } from '../../apps/api/cursors/cursor.js';
import { writeDayCursor } from '../../apps/api/cursors/day-cursor.js';
import { writeWalkCursor } from '../../apps/api/cursors/walk-cursor.js';
import type { Draws } from '../scale/draws.js';
import { FILTERS } from '../scale/operations-avis.js';
import { nth } from '../scale/draws.js';
import { value } from '../scale/operation.js';

type Parameters = Record<string, string | number | readonly string[] | undefined>;

/** Requests of each list: each filter alone and each pair, by values drawn from the data. */
const EACH = 400;

/** Paths of each list route, in the order in which they are asked. */
export function requestsOf(draws: Draws): Record<string, string[]> {
  const { avis, contrats, attributions, prestataires } = draws;
  const filters = Object.values(FILTERS);
  const aFilter = (i: number): Parameters => nth(filters, i)(draws, i);
  const oneOrTwo = (i: number): Parameters => (i % 2 === 0 ? aFilter(i) : { ...aFilter(i), ...aFilter(i * 7 + 3) });
  const many = (path: string, parameters: (i: number) => Parameters) =>
    Array.from({ length: EACH }, (_, i) => address(path, parameters(i)));
  const words = (i: number) => nth(['travaux', 'gymnase', value(avis, 'commune', i), `introuvable${String(i)}`], i);
  const { versionAt } = draws;
  const since = draws.versionAt(0.2);
  const walk = (i: number): Parameters => {
    const given = oneOrTwo(i);
    const statut = i % 3 === 0 ? 'ouvert' : 'tous';
    // Of ten requests of a walk one is its first, which also counts.
    if (i % 10 === 0) return { ...given, statut };
    // A cursor stands at a notice of its walk: never before the first that was published since the day asked.
    const first = (avis.find((one) => one.date_publication === given['publie_depuis'])?.n ?? 0) / draws.size;
    const after = versionAt(first + (1 - first) * ((i * 0.618) % 1));
    return { ...given, statut, curseur: writeWalkCursor({ after, since }, fingerprintOf({ ...given, statut })) };
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
    const [first, second] = [nth(all, i), i % 2 === 0 ? {} : nth(all, i * 3 + 1)];
    return { ...first, ...second, ...(i % 5 === 0 ? { date_min: '2020-01-01', date_max: '2020-12-31' } : {}) };
  };
  const awarded = (i: number): Parameters => {
    const { acheteur_siret, departement, cpv } = nth(attributions, i);
    const all = [
      {},
      { acheteur_siret },
      { departement },
      { cpv: cpv?.slice(0, 4) },
      { departement, cpv: cpv?.slice(0, 2) },
    ];
    const given = nth(all as Parameters[], i);
    // As for walks: one in four is a first page, which counts.
    if (i % 4 === 0) return given;
    const bound = {
      liste: 'attributions',
      ...Object.fromEntries(Object.entries(given).filter(([, one]) => one != null)),
    };
    return { ...given, curseur: writeDayCursor({ jour: '2020-06-15', cle: nth(avis, i).id }, fingerprintOf(bound)) };
  };
  const company = (i: number): Parameters => {
    const { nom_tri, departement, division_cpv, taille } = nth(prestataires, i);
    const all = [
      {},
      { departement },
      { cpv: division_cpv },
      { taille },
      { q: nom_tri.split(' ').at(-1) },
      { q: nom_tri },
    ];
    return { ...nth(all as Parameters[], i), ...(i % 3 === 0 ? nth(all as Parameters[], i + 1) : {}) };
  };
  const pages = (i: number) => ({ page: 1 + (i % 10) });
  const kept = ['source', 'type_marche', 'publie_depuis', 'completude_min'];
  const feed = (i: number) => Object.fromEntries(Object.entries(oneOrTwo(i)).filter(([name]) => !kept.includes(name)));
  return {
    '/avis, a walk': many('/avis', walk),
    '/avis, updated_since': many('/avis', changes),
    '/avis, page mode, ouvert': many('/avis', (i) => ({ ...oneOrTwo(i), ...pages(i) })),
    '/avis, page mode, tous': many('/avis', (i) => ({ ...oneOrTwo(i), statut: 'tous', ...pages(i) })),
    '/avis, words': many('/avis', (i) => ({
      ...(i % 2 === 0 ? {} : aFilter(i)),
      statut: i % 3 === 0 ? 'tous' : undefined,
      q: words(i),
    })),
    '/opportunites': many('/opportunites', (i) => ({ ...feed(i), q: i % 4 === 0 ? words(i) : undefined })),
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
