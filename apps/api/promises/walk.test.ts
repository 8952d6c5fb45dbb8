import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

/** The promise: a full walk gives each notice once, in rising version, while a writer goes on; then changes are told. */
const NOTICES = 20_000;
const BATCH = 1_000;

interface Item {
  id: string;
  version: string;
  titre: string;
}

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi({ syncMarginSeconds: 0 });
  ({ key } = await createKey(api.database, { limites: { general: 1_000_000 } }));
  for (let from = 0; from < NOTICES; from += BATCH) {
    await publishNotices(
      api.database.pool,
      Object.fromEntries(Array.from({ length: BATCH }, (_, n) => [`26-${from + n}`, { lots: [] }])),
    );
  }
  await api.database.pool.query('vacuum analyze read.avis, read.avis_departement');
}, 180_000);
afterAll(() => api.close());

async function walk(query: string, onPage: (page: Item[]) => void): Promise<string> {
  let cursor: string | null = null;
  for (;;) {
    const after: string = cursor === null ? '' : `&curseur=${cursor}`;
    const answer = await api.get(`/avis?per_page=100&${query}${after}`, key);
    expect(answer.status).toBe(200);
    onPage(answer.body.data);
    cursor = answer.body.meta.curseur_suivant;
    if (cursor === null) return answer.body.meta.synchronise_jusqu_a;
  }
}

test('20,000 notices under a writer', async () => {
  const mirror = new Map<string, Item>();
  const keep = (page: Item[]) => {
    for (const item of page) {
      const known = mirror.get(item.id);
      if (known === undefined || item.version > known.version) mirror.set(item.id, item);
    }
  };
  const given = new Map<string, number>();
  let last = '';
  let rising = true;
  const writer = { goesOn: true };
  let writes = 0;
  const touched = new Set<string>();
  const written = (async () => {
    while (writer.goesOn) {
      // Spread over the whole list: some behind the walk, some before it.
      const changed = Array.from({ length: 20 }, (_, n) => (writes * 7919 + n * 1009) % NOTICES);
      const titre = `Version ${writes}`;
      const notices = Object.fromEntries(changed.map((n) => [`26-${n}`, { lots: [], titre }]));
      for (const id of await publishNotices(api.database.pool, notices)) touched.add(id);
      writes += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();

  // With no margin and a writer that never stops the walk would chase it for ever: it stops writing near the end.
  const until = await walk('', (page) => {
    for (const item of page) {
      given.set(item.id, (given.get(item.id) ?? 0) + 1);
      rising &&= item.version > last;
      last = item.version;
    }
    keep(page);
    if (given.size >= NOTICES * 0.9) writer.goesOn = false;
  });
  writer.goesOn = false;
  await written;

  expect(rising).toBe(true);
  expect(given.size).toBe(NOTICES);
  // A notice is given again only when it was changed under the walk, and then under its new version.
  expect([...given].filter(([id, times]) => times > 1 && !touched.has(id))).toEqual([]);
  // The copy's first horizon, not its last: what left the copy behind the walk is told from there on.
  expect(until < last).toBe(true);
  expect(writes).toBeGreaterThan(10);

  await walk(`updated_since=${until}`, keep);
  const { rows } = await api.database.pool.query<{ liste: string }>('select liste from read.avis');
  const wrong = rows
    .map(({ liste }) => JSON.parse(liste) as Item)
    .filter(({ id, version }) => mirror.get(id)?.version !== version);
  expect(wrong).toEqual([]);
  console.log(
    `${NOTICES} notices walked under ${writes} writes; ${[...given.values()].filter((n) => n > 1).length} were given again, changed`,
  );
}, 180_000);

test('without a writer each is given exactly once, and nothing changed since', async () => {
  const ids: string[] = [];
  const until = await walk('', (page) => ids.push(...page.map((item) => item.id)));
  expect(ids).toHaveLength(NOTICES);
  expect(new Set(ids).size).toBe(NOTICES);
  const changed: Item[] = [];
  await walk(`updated_since=${until}`, (page) => changed.push(...page));
  expect(changed).toEqual([]);
}, 120_000);
