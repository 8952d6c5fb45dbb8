import fc from 'fast-check';
import pg from 'pg';
import type { AvisFilters } from '../read/conditions.js';
import { searchAvis } from '../read/search.js';
import { walkAvis } from '../read/walk.js';
import type { Walk } from '../read/walked.js';
import {
  DEPARTEMENTS,
  formOf,
  Model,
  MODEL_SOURCES,
  type Seen,
  someSteps,
  START,
  type Step,
} from '../testing/model.js';
import { createWorld, type World } from '../testing/world.js';
import { closeDue } from '../write/close-due.js';
import { deleteAvis, undeleteAvis } from '../write/delete-avis.js';
import { cutSource, restoreSource } from '../write/source-state.js';

/** Whatever happens, in whatever order: statut, retirement and visibility are those of a plain model in memory. */
let world: World;
let pool: pg.Pool;
beforeAll(async () => {
  world = await createWorld(START);
  pool = new pg.Pool({ connectionString: world.database.apiUrl, max: 1 });
  await world.database.pool.query('update read.state set loading = false');
});
afterAll(async () => {
  await pool.end();
  await world.close();
});

const EVER = '2000-01-01T00:00:00.000000Z';
type Item = Record<string, unknown> & { id: string; version: string };

async function act(model: Model, step: Step): Promise<void> {
  const document = model.apply(step);
  if (document === false) return;
  if (document !== null) return world.ingest([document]);
  switch (step.do) {
    case 'cut':
      await cutSource(world.db, step.source, null);
      break;
    case 'restore':
      await restoreSource(world.db, step.source, null);
      break;
    case 'delete':
      await deleteAvis(world.db, model.idOf(step.n), 'model');
      break;
    case 'return':
      await undeleteAvis(world.db, model.idOf(step.n), null);
      break;
    case 'wait':
      world.clock.set(model.now.toISOString());
      await closeDue(world.db, { clock: world.clock, limit: 100 });
  }
  await world.projectAll();
}

/** A whole walk, page by page. Versions rise. */
async function walk(options: Omit<Walk, 'per_page' | 'marginSeconds'>, per_page: number): Promise<Item[]> {
  const items: Item[] = [];
  let first: number | null = null;
  for (let after: string | undefined; ;) {
    const page = await walkAvis(pool, { ...options, after, per_page, marginSeconds: 0 });
    const given = JSON.parse(`[${page.items.toString()}]`) as Item[];
    expect(given).toHaveLength(page.served);
    expect(page.served).toBeLessThanOrEqual(per_page);
    first ??= page.total;
    items.push(...given);
    if (page.next === null) break;
    after = page.next;
  }
  expect(first).toBe(items.length);
  expect(items.map((item) => item.version)).toEqual(items.map((item) => item.version).sort());
  return items;
}

async function search(filters: AvisFilters, per_page: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await searchAvis(pool, {
      filters,
      q: undefined,
      statut: 'ouvert',
      tri: 'date_limite',
      page,
      per_page,
    });
    ids.push(...(JSON.parse(`[${found.items.toString()}]`) as Item[]).map(({ id }) => id));
    if (ids.length >= found.total) return ids;
  }
}

const ids = (seen: readonly { id: string }[]) => seen.map((one) => one.id).sort();

test('statut, retirement, visibility, filters and versions follow the model', async () => {
  const tally: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(
      someSteps(),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(undefined, ...DEPARTEMENTS),
      fc.constantFrom(undefined, 15, 25),
      async (history, per_page, departement, budget_min) => {
        await world.reset();
        await world.database.pool.query('truncate read.source');
        world.clock.set(START);
        const model = new Model();
        for (const step of history) {
          await act(model, step);
          model.settle();
          tally[step.do] = (tally[step.do] ?? 0) + 1;
        }
        const expected = [...model.seen.values()];
        for (const { statut, motif_retrait = '' } of expected) {
          tally[`${statut} ${motif_retrait}`] = (tally[`${statut} ${motif_retrait}`] ?? 0) + 1;
        }
        const told = await walk({ filters: { source: MODEL_SOURCES }, updated_since: EVER }, per_page);
        expect(Object.fromEntries(told.map((item) => [item.id, listed(item as unknown as Seen)]))).toEqual(
          Object.fromEntries(expected.map((one) => [one.id, listed(one)])),
        );

        // Each change of the served form was stamped once, and the last stamp is what is served.
        const { rows } = await world.database.pool.query<{ avis_id: string; n: number }>(
          'select avis_id, count(*)::int as n from write.historique group by 1',
        );
        expect(Object.fromEntries(rows.map((row) => [row.avis_id, row.n]))).toEqual(Object.fromEntries(model.changes));

        const filters: AvisFilters = {
          source: MODEL_SOURCES,
          departement: departement === undefined ? undefined : [departement],
          budget_min,
        };
        const kept = expected.filter(
          (one) =>
            (departement === undefined || one.departement === departement) &&
            (budget_min === undefined || (one.budget ?? 0) >= budget_min),
        );
        expect(ids(await walk({ filters, updated_since: EVER }, per_page))).toEqual(ids(kept));
        for (const statut of ['ouvert', 'clos', 'tous'] as const) {
          const wanted = kept.filter((one) => one.statut !== 'retire' && (statut === 'tous' || one.statut === statut));
          expect(ids(await walk({ filters, statut }, per_page))).toEqual(ids(wanted));
        }
        const open = kept.filter((one) => one.statut === 'ouvert').sort(byDeadline);
        expect(await search(filters, per_page)).toEqual(open.map((one) => one.id));
      },
    ),
    { numRuns: 60 },
  );
  process.stderr.write(`model: ${JSON.stringify(tally)}\n`);
  for (const reached of ['ouvert ', 'clos ', 'retire doublon', 'retire supprime', 'retire source_coupee']) {
    expect(tally[reached]).toBeGreaterThan(0);
  }
}, 240_000);

/** What a list shows of it: departments are told by the detail only. */
function listed(seen: Seen): unknown {
  return { ...(formOf(seen) as object), departement: undefined };
}

/** Nearest deadline first, none last; ties by id. */
function byDeadline(a: Seen, b: Seen): number {
  const [left, right] = [a.date_limite ?? '9', b.date_limite ?? '9'];
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
