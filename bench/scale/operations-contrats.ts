import { listAttributions, type AttributionsFilters } from '#avis/read/attributions';
import { hasParty } from '#contract/parameters/contrats-query';
import { acheteurDetail } from '#contrats/read/acheteur';
import { listContrats } from '#contrats/read/contrats';
import type { ContratsFilters } from '#contrats/read/contrats-filters';
import { prestataireDetail } from '#contrats/read/prestataire';
import { searchPrestataires } from '#contrats/read/prestataires';
import type { PrestatairesSearch } from '#contrats/read/prestataires-queries';
import { visibleSources } from '#sources/registry';
import { nth, type Draws } from './draws.js';
import { value, type Bound, type Operation } from './operation.js';
import { HITS } from './same-hits.js';

const sources = visibleSources('interne');
const PERIOD = { date_min: '2020-01-01', date_max: '2020-12-31' };

export function contratsOperations(): Operation[] {
  return [...contrats(), ...attributions(), ...prestataires(), ...records()];
}

function contrats(): Operation[] {
  const list = (name: string, bound: Bound, given: (draws: Draws, i: number) => ContratsFilters): Operation => ({
    name: `/contrats: ${name}`,
    bound,
    work: (draws, i) => async (db) => {
      const filters = given(draws, i);
      return (await listContrats(db, { filters, after: undefined, limite: 100 }, hasParty(filters))).items.length;
    },
  });
  return [
    list('departement', 'page', ({ contrats }, i) => ({ departement: value(contrats, 'departement', i) })),
    list('cpv, 2 digits', 'page', ({ contrats }, i) => ({ cpv: value(contrats, 'cpv', i).slice(0, 2) })),
    list('cpv, 8 digits', 'hits', ({ contrats }, i) => ({ cpv: value(contrats, 'cpv', i) })),
    list('departement and a year', 'page', ({ contrats }, i) => ({
      ...PERIOD,
      departement: value(contrats, 'departement', i),
    })),
    list('departement and amount', 'hits', ({ contrats }, i) => ({
      departement: value(contrats, 'departement', i),
      montant_min: 100_000,
      montant_max: 200_000,
    })),
    list('acheteur_siret, with its total', 'all', ({ contrats }, i) => ({
      acheteur_siret: nth(contrats, i).acheteur_siret,
    })),
    list('titulaire_siret, with its total', 'all', ({ contrats }, i) => ({ titulaire_siret: nth(contrats, i).siret })),
    list('titulaire_siren, with its total', 'all', ({ contrats }, i) => ({ titulaire_siren: nth(contrats, i).siren })),
    list('acheteur_siret and words, with its total', 'all', ({ contrats }, i) => ({
      acheteur_siret: nth(contrats, i).acheteur_siret,
      q: 'maintenance',
    })),
  ];
}

function attributions(): Operation[] {
  const list = (
    name: string,
    bound: Bound,
    given: (draws: Draws, i: number) => AttributionsFilters,
    deep = false,
  ): Operation => ({
    name: `/attributions: ${name}`,
    bound,
    work: (draws, i) => async (db) => {
      const after = deep ? { jour: '2020-06-15', id: nth(draws.avis, i).id } : undefined;
      return (await listAttributions(db, { sources, filters: given(draws, i), after, limite: 100 })).items.length;
    },
  });
  const none = () => ({});
  const departement = ({ attributions }: Draws, i: number) => ({ departement: value(attributions, 'departement', i) });
  const cpv = ({ attributions }: Draws, i: number) => ({ cpv: value(attributions, 'cpv', i).slice(0, 5) });
  return [
    list('a later page', 'page', none, true),
    list('a later page of a departement', 'page', departement, true),
    list('a later page of a cpv', 'page', cpv, true),
    list('no filter, with its total', 'all', none),
    list('departement, with its total', 'all', departement),
    list('cpv, 5 digits, with its total', 'all', cpv),
    list('acheteur_siret, with its total', 'all', ({ attributions }, i) => ({
      acheteur_siret: value(attributions, 'acheteur_siret', i),
    })),
  ];
}

function prestataires(): Operation[] {
  const none = { q: undefined, departement: undefined, cpv: undefined, taille: undefined };
  const search = (
    name: string,
    bound: Bound,
    given: (draws: Draws, i: number) => Partial<PrestatairesSearch>,
  ): Operation => ({
    name: `/prestataires: ${name}`,
    bound,
    work: (draws, i) => async (db) => {
      const asked = { ...none, tri: 'contrats', page: 1, per_page: 100, ...given(draws, i) } as const;
      return (await searchPrestataires(db, asked)).items.length;
    },
  });
  const last = (name: string) => name.split(' ').at(-1) ?? name;
  return [
    search('no filter', 'page', () => ({})),
    search('no filter by montant', 'page', () => ({ tri: 'montant' })),
    search('departement', 'hits', ({ prestataires }, i) => ({ departement: value(prestataires, 'departement', i) })),
    search('cpv', 'hits', ({ prestataires }, i) => ({ cpv: value(prestataires, 'division_cpv', i) })),
    search('taille', 'hits', ({ prestataires }, i) => ({ taille: value(prestataires, 'taille', i) as never })),
    search('a word of a name', 'hits', ({ prestataires }, i) => ({
      q: last(nth(prestataires, i).nom_tri),
      tri: 'pertinence',
    })),
    search('an absent word', 'hits', (_draws, i) => ({ q: `introuvable${String(i)}`, tri: 'pertinence' })),
    search('a common word', 'hits', () => ({ q: 'sarl' })),
    search('a common word by relevance', 'hits', () => ({ q: 'sarl', tri: 'pertinence' })),
    search(`${HITS} hits of a word`, 'page', ({ samePrestataires }, i) => ({
      ...nth(samePrestataires.word, i),
      tri: 'pertinence',
    })),
    search(`${HITS} hits of departement and cpv`, 'page', ({ samePrestataires }, i) =>
      nth(samePrestataires['departement and cpv'], i),
    ),
  ];
}

function records(): Operation[] {
  const found = (detail: string | null) => (detail === null ? 0 : 1);
  return [
    {
      name: '/prestataires/{slug}',
      bound: 'page',
      work: (draws, i) => async (db) => found(await prestataireDetail(db, nth(draws.prestataires, i).slug)),
    },
    {
      name: '/acheteurs/{siret}',
      bound: 'page',
      work: (draws, i) => async (db) => found(await acheteurDetail(db, nth(draws.contrats, i).acheteur_siret)),
    },
  ];
}
