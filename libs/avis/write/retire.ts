import type { EntityManager } from 'typeorm';
import type { Place } from '../project/place.js';
import { type FilterValues, renderRetired } from '../project/render-retired.js';
import type { Rendered } from '../project/rendered.js';
import type { FactsSchema } from './facts-schema.js';

/** Of a notice that was never served. */
export const NO_FILTERS: Omit<FilterValues, 'source'> = {
  departements: [],
  acheteur_siret: null,
  cpv: null,
  type_marche: null,
  budget: null,
  date_limite: null,
  jour_limite: null,
  date_publication: null,
  completude: 0,
  completude_propre: 0,
  recherche: '',
};

/** A notice that is not served, and why. */
export interface Retirement {
  id: string;
  place: Exclude<Place, 'served'>;
}

/**
 * Retired forms. Those that were never servable get none, and those of a cut source only when they were served before:
 * nobody knows the others.
 */
export async function renderRetirements(
  manager: EntityManager,
  schema: FactsSchema,
  retirements: readonly Retirement[],
): Promise<Rendered[]> {
  if (retirements.length === 0) return [];
  const rows = await manager.query<{ id: string; source: string; served: boolean }[]>(
    `select id, source, true as served from read.avis where id = any($1::uuid[])
     union all
     select w.id, w.source, false from ${schema}.avis w
     where w.id = any($1::uuid[]) and w.servable and not exists (select from read.avis r where r.id = w.id)`,
    [retirements.map(({ id }) => id)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return retirements.flatMap(({ id, place }) => {
    const row = known.get(id);
    if (row === undefined || (place.motif === 'source_coupee' && !row.served)) return [];
    return [renderRetired(id, place.motif, place.canonique_id, { ...NO_FILTERS, source: row.source })];
  });
}

/** The notice at the end of each chain of replacements, where it can be served: neither replaced, deleted nor gone itself. */
export async function finalReplacements(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await manager.query<{ id: string; heir: string }[]>(
    `with recursive step as (
       select id, remplace_par as heir from ${schema}.avis where id = any($1::uuid[]) and remplace_par is not null
       union
       select s.id, a.remplace_par from step s join ${schema}.avis a on a.id = s.heir where a.remplace_par is not null
     )
     select s.id, s.heir from step s join ${schema}.avis a on a.id = s.heir
     where a.servable and a.remplace_par is null and not exists (select from write.suppression where avis_id = a.id)
       and not exists (select from write.disparition where avis_id = a.id and retiree_le is not null)`,
    [ids],
  );
  return new Map(rows.map(({ id, heir }) => [id, heir]));
}
