import type { EntityManager } from 'typeorm';
import { enrichAvis } from '../enrich/enrich.js';
import type { Place } from '../project/place.js';
import { renderAvis } from '../project/render.js';
import type { Rendered } from '../project/rendered.js';
import { readDeduced } from './deduced-sirets.js';
import type { FactsSchema } from './facts-schema.js';
import { matesFor } from './mates.js';
import { placesOf } from './places.js';
import { type Retirement, renderRetirements } from './retire.js';
import { readStandings } from './standings.js';

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

/** Enriches notices with what those that are the same know, and renders each or its retired form. */
export async function renderNotices(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
  options: RenderNoticesOptions,
): Promise<RenderedNotices> {
  const failures = new Map<string, string>();
  const standings = await readStandings(manager, schema, ids);
  const places = await placesOf(manager, schema, ids, standings);
  const served = [...places].filter(([, place]) => place === 'served').map(([id]) => id);
  const mates = await matesFor(manager, schema, served, standings);
  const deduced = await readDeduced(manager, served);

  const rendered: Rendered[] = [];
  const retirements: Retirement[] = [];
  for (const [id, place] of places) {
    const { facts } = standings.of(id);
    if (place !== 'served') retirements.push({ id, place });
    else if (facts !== null) {
      try {
        const context = { now: options.nowOf(id), siteUrl: options.siteUrl };
        const enriched = enrichAvis(facts, mates.get(id) ?? [], deduced.get(id) ?? null);
        rendered.push(renderAvis(enriched, context));
      } catch (error) {
        failures.set(id, String(error).slice(0, 500));
      }
    }
  }
  rendered.push(...(await renderRetirements(manager, schema, retirements)));
  return { rendered, places, failures };
}
