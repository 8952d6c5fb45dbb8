import type { EntityManager } from 'typeorm';
import { type FilterValues, renderRetired } from '../project/render-retired.js';
import type { Rendered } from '../project/rendered.js';
import type { AvisGroup } from './groups.js';

const NO_FILTERS: Omit<FilterValues, 'source'> = {
  departements: [],
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

/**
 * Retired forms of notices of which nothing can be served (any more): `doublon` where another took their publications,
 * else `supprime`. Those that were never servable get none.
 */
export async function renderRetirements(manager: EntityManager, ended: readonly AvisGroup[]): Promise<Rendered[]> {
  if (ended.length === 0) return [];
  const ids = ended.map((group) => group.id);
  const served = await manager.query<{ id: string; source: string }[]>(
    `select id, source from read.avis where id = any($1::uuid[])
     union select id, source from write.avis where id = any($1::uuid[]) and servable`,
    [ids],
  );
  const sourceOf = new Map(served.map(({ id, source }) => [id, source]));
  const replacement = await finalReplacements(manager, ids);
  return ended.flatMap(({ id }) => {
    const source = sourceOf.get(id);
    if (source === undefined) return [];
    const heir = replacement.get(id) ?? null;
    return [renderRetired(id, heir === null ? 'supprime' : 'doublon', heir, { ...NO_FILTERS, source })];
  });
}

/** The notice at the end of each chain of replacements, where it can be served. */
async function finalReplacements(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await manager.query<{ id: string; heir: string }[]>(
    `with recursive step as (
       select id, remplace_par as heir from write.avis where id = any($1::uuid[]) and remplace_par is not null
       union
       select s.id, a.remplace_par from step s join write.avis a on a.id = s.heir where a.remplace_par is not null
     )
     select s.id, s.heir from step s join write.avis a on a.id = s.heir where a.servable and a.remplace_par is null`,
    [ids],
  );
  return new Map(rows.map(({ id, heir }) => [id, heir]));
}
