import type { EntityManager } from 'typeorm';
import { faultPoint } from '#platform/faults/fault-point';
import { enrichAvis } from '../enrich/enrich.js';
import type { AvisFacts } from '../fold/facts.js';
import { foldAvis } from '../fold/fold.js';
import type { Place } from '../project/place.js';
import { renderAvis } from '../project/render.js';
import type { Rendered } from '../project/rendered.js';
import type { FactsSchema } from './facts-schema.js';
import { readGroups } from './groups.js';
import { placesOf } from './places.js';
import { type Retirement, renderRetirements } from './retire.js';

export interface RenderNoticesOptions {
  /** Address of the public site. */
  siteUrl: string;
  /** The instant at which each notice is rendered. */
  nowOf: (id: string) => Date;
}

export interface RenderedNotices {
  /** Live and retired forms; none for a notice that nobody ever knew, nor for one that failed. */
  rendered: Rendered[];
  places: Map<string, Place>;
  /** Notices that our own code failed on, with the error. */
  failures: Map<string, string>;
}

/** Folds notices from their publications, keeps what was folded, enriches and renders each or its retired form. */
export async function renderNotices(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
  options: RenderNoticesOptions,
): Promise<RenderedNotices> {
  const groups = await readGroups(manager, schema, ids);
  const failures = new Map<string, string>();
  const folded = new Map<string, AvisFacts | null>();
  for (const { id, racine, publications } of groups) {
    if (racine !== null) attempt(id, failures, () => folded.set(id, foldAvis(racine, publications)));
  }
  faultPoint('after-fold');
  await saveFacts(manager, schema, folded);

  const places = await placesOf(manager, schema, groups, folded);
  const rendered: Rendered[] = [];
  const retirements: Retirement[] = [];
  for (const [id, place] of places) {
    const facts = folded.get(id) ?? null;
    if (place !== 'served') retirements.push({ id, place });
    else if (facts !== null) {
      const context = { now: options.nowOf(id), siteUrl: options.siteUrl };
      attempt(id, failures, () => rendered.push(renderAvis(enrichAvis(facts), context)));
    }
  }
  rendered.push(...(await renderRetirements(manager, schema, retirements)));
  return { rendered, places, failures };
}

function attempt(id: string, failures: Map<string, string>, work: () => void): void {
  try {
    work();
  } catch (error) {
    failures.set(id, String(error).slice(0, 500));
  }
}

async function saveFacts(
  manager: EntityManager,
  schema: FactsSchema,
  folded: ReadonlyMap<string, AvisFacts | null>,
): Promise<void> {
  await manager.query(
    `update ${schema}.avis a set facts = f.facts, folded_at = clock_timestamp()
     from json_to_recordset($1::json) as f (id uuid, facts json) where a.id = f.id`,
    [JSON.stringify([...folded].map(([id, facts]) => ({ id, facts })))],
  );
}
