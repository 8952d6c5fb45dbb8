import fc from 'fast-check';
import type { FiltreStatut } from '#contract/vocabulary';
import { synchronise } from './loop.js';
import { MemoryTarget } from './testing/memory-target.js';
import { isCopied, ModelApi } from './testing/model-api.js';

/**
 * What happens to the service between two pages; `stop` also interrupts the mirror, `cursor` refuses its cursor, `other`
 * is another client that copies, so many seconds a page: what it read is in the service's memory.
 */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.nat(30), statut: fc.constantFrom('ouvert', 'clos', 'retire') }) },
  { weight: 4, arbitrary: fc.record({ seconds: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ other: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.constant({ stop: true } as const) },
  { weight: 1, arbitrary: fc.constant({ cursor: true } as const) },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  pageSize: fc.integer({ min: 1, max: 5 }),
  statut: fc.constantFrom('ouvert' as const, 'clos' as const, 'tous' as const),
  start: fc.integer({ min: 0, max: 30 }),
  between: fc.array(fc.array(event, { maxLength: 4 }), { maxLength: 40 }),
});

class Stopped extends Error {}

async function happen(api: ModelApi, statut: FiltreStatut, events: readonly Event[]): Promise<void> {
  for (const one of events) {
    if ('put' in one) api.put(String(one.put), one.statut);
    if ('seconds' in one) api.now += one.seconds * 1000;
    if ('days' in one) api.now += one.days * 86_400_000;
    if ('other' in one) await copyElsewhere(api, statut, one.other);
    if ('cursor' in one) api.refusesCursor = true;
  }
  if (events.some((one) => 'stop' in one)) throw new Stopped();
}

async function copyElsewhere(api: ModelApi, statut: FiltreStatut, secondsAPage: number): Promise<void> {
  for (let curseur: string | null = ''; curseur !== null; api.now += secondsAPage * 1000) {
    const { meta } = await api.walkAvis(curseur === '' ? { statut } : { statut, curseur });
    curseur = meta.curseur_suivant;
  }
}

test('whatever happens between two pages, the copy ends equal to the service', async () => {
  const property = fc.asyncProperty(history, async ({ pageSize, statut, start, between }) => {
    const api = new ModelApi(pageSize);
    const target = new MemoryTarget();
    for (let id = 0; id < start; id += 1) api.put(String(id), 'ouvert');
    api.now += 3_600_000;
    const left = [...between];
    const beforePage = async () => {
      api.now += 1000;
      await happen(api, statut, left.shift() ?? []);
    };
    const sync = () =>
      synchronise({ client: api, target, base: 'modèle', statut, beforePage, now: () => new Date(api.now) });
    // Until everything has happened, then once more with the last changes out of the margin.
    while (left.length > 0) await sync().catch(unlessStopped);
    api.now += 3_600_000;
    await sync();

    for (const truth of api.notices.values()) {
      const copied = target.rows.get(truth.id)?.avis;
      if (copied === undefined) expect(isCopied(truth.statut, statut)).toBe(false);
      else expect(copied).toEqual(truth);
    }
    expect([...target.rows.keys()].filter((id) => !api.notices.has(id))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 1000 });
});

function unlessStopped(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}
