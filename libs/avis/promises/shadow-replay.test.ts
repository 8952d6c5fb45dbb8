import { jest } from '@jest/globals';
import type { AvisContent } from '#contract/avis';
import type { Publication } from '#sources/publication';
import { avisId } from '../fold/identity.js';
import { normaliserOf, publication, readsPublications } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { cutSource } from '../write/source-state.js';
import { deleteAvis } from '../write/delete-avis.js';
import type { NormaliserOf } from '../write/normalise.js';
import { abandonReplay } from '../write/replay/abandon-replay.js';
import { applyReplay, FactsInUse, NothingToApply } from '../write/replay/apply-replay.js';
import { MassDisappearance } from '../write/replay/disappearances.js';
import { rebuild, type ReplayOptions } from '../write/replay/rebuild.js';
import { readReplay, ReplayUnderWay } from '../write/replay/replay-state.js';
import { type ReplayReport, reportOf } from '../write/replay/report.js';
import type { ReplayScope } from '../write/replay/start-replay.js';

jest.setTimeout(120_000);

/** What an operator may rely on who rebuilds the archive while the service runs. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const NUMBERS = ['26-1', '26-2', '26-3', '26-4', '26-5', '26-6'];
const history = (): Publication[] => [
  ...NUMBERS.map((one) => publication(one)),
  publication('26-11', { kind: 'correction', cites: ['26-1'], content: { budget: 5 } }),
  publication('26-12', { kind: 'cancellation', cites: ['26-2'] }),
  publication('47-1', { source: 'ted' }),
];

/** Another version of the normaliser: it reads one field otherwise. */
function reading(change: (content: Partial<AvisContent>) => Partial<AvisContent>): NormaliserOf {
  return () => (document) => {
    const normalised = readsPublications(document);
    if (!normalised.ok) return normalised;
    const { publication: one } = normalised;
    return { ok: true, publication: { ...one, content: { ...one.content, ...change(one.content) } } };
  };
}

const otherProcedure = reading(({ procedure }) => (procedure === undefined ? {} : { procedure: 'Autre' }));
const rejects: NormaliserOf = () => (document) => ({
  ok: false,
  rejection: { reason: 'unknown_format', detail: 'a shape that nobody reads', identifiant: document.identifiant },
});

function optionsOf(normalise: NormaliserOf = normaliserOf): ReplayOptions {
  return { normaliserOf: normalise, clock: world.clock, limit: 3, siteUrl: SITE_URL };
}

async function report(normalise?: NormaliserOf, scope: ReplayScope = {}): Promise<ReplayReport> {
  return reportOf(world.db.manager, await rebuild(world.db, scope, optionsOf(normalise)));
}

const apply = (normalise?: NormaliserOf, despiteDisappearances = false) =>
  applyReplay(world.db, { ...optionsOf(normalise), despiteDisappearances });

/** Everything in force, to the version. */
async function inForce(): Promise<unknown> {
  const read = async (sql: string) => (await world.database.pool.query(sql)).rows;
  return {
    served: await read('select id, version, liste, detail from read.avis order by id'),
    avis: await read('select id, racine, servable, remplace_par, facts::text from write.avis order by id'),
    publications: await read('select document_id, avis_id, body::text from write.publication order by document_id'),
    rejections: await read('select document_id, reason, rejected_at from write.rejection order by document_id'),
    queue: await read('select avis_id from write.a_projeter order by avis_id'),
  };
}

const versions = async () =>
  new Map(
    (
      await world.database.pool.query<{ id: string; version: string }>('select id, version::text from read.avis')
    ).rows.map((row) => [row.id, row.version]),
  );

test('the same archive read the same way: no difference, and nothing is stamped', async () => {
  await world.ingest(history());
  await deleteAvis(world.db, avisId('boamp', '26-3'), 'essai');
  await cutSource(world.db, 'ted', null);
  await world.projectAll();
  const before = await inForce();
  const found = await report();
  expect(found).toMatchObject({
    documents: { renormalised: 9, kept: 0 },
    publications: { before: 9, after: 9 },
    avis: { added: 0, changed: 0, gone: 0, filters: 0, failed: 0, waiting: 0 },
    fields: [],
    disappearances: [],
  });
  expect(await inForce()).toEqual(before);
  expect(await apply()).toBe(0);
  expect(await world.projectAll()).toBe(0);
  expect(await inForce()).toEqual(before);
  expect(await readReplay(world.db)).toBeNull();
});

test('one field read otherwise is named, alone; applied, each notice that changes is stamped once and no other', async () => {
  await world.ingest(history());
  const before = await inForce();
  const old = await versions();
  const found = await report(otherProcedure);
  // Seven are served: the whole cancellation closes its notice without content of its own.
  expect(found.avis).toMatchObject({ added: 0, changed: 7, gone: 0, filters: 0 });
  expect(found.fields).toEqual([{ field: 'procedure', avis: 7, examples: expect.any(Array) as unknown }]);
  expect(found.fields[0]?.examples).toHaveLength(3);
  expect(found.fields[0]?.examples[0]).toMatchObject({ before: 'Procédure ouverte', after: 'Autre' });
  expect(await inForce()).toEqual(before);

  expect(await apply(otherProcedure)).toBe(7);
  expect(await world.projectAll(2)).toBe(7);
  const { rows } = await world.database.pool.query<{ avis_id: string; reason: string; champs: string[] }>(
    `select avis_id, reason, champs from write.historique where reason = 'replay'`,
  );
  expect(rows).toHaveLength(7);
  expect(new Set(rows.map((row) => row.champs.join()))).toEqual(new Set(['procedure']));
  for (const [id, version] of await versions()) expect(version > (old.get(id) ?? '')).toBe(true);
  // Nothing is left to change.
  expect((await report(otherProcedure)).avis).toMatchObject({ changed: 0 });
});

test('only the chosen source, only what was collected since: all else is taken as it stands', async () => {
  await world.ingest(history());
  await world.database.pool.query(
    `update write.document set collected_at = '2026-01-01' where identifiant in ('26-1', '26-2', '26-11')`,
  );
  const ted = await report(otherProcedure, { sources: ['ted'] });
  expect(ted).toMatchObject({ documents: { renormalised: 1, kept: 0 }, avis: { changed: 1 } });
  expect(ted.examples.changed).toEqual([avisId('ted', '47-1')]);

  const recent = await report(otherProcedure, { sources: ['boamp'], since: new Date('2026-02-01T00:00:00Z') });
  expect(recent).toMatchObject({ documents: { renormalised: 5, kept: 3 }, avis: { changed: 4 } });
  await apply(otherProcedure);
  await world.projectAll();
  const procedures = Object.values(await world.served()).map(({ detail }) => detail['procedure']);
  expect(procedures.filter((one) => one === 'Autre')).toHaveLength(4);
  expect(procedures).toHaveLength(7);
});

test('documents that arrive during a replay, after it and before the worker reads them are all served', async () => {
  await world.ingest(history());
  const arrivals: Promise<void>[] = [];
  const arrive = (): void => {
    if (arrivals.length > 0) return;
    arrivals.push(world.ingest([publication('26-20'), publication('26-1', { content: { budget: 9 } })]));
  };
  const found = await rebuild(world.db, {}, { ...optionsOf(), onProgress: arrive });
  await Promise.all(arrivals);
  expect((await reportOf(world.db.manager, found)).avis).toMatchObject({ added: 0, changed: 0, gone: 0 });
  await world.ingest([publication('26-21')]);
  const old = await versions();
  await apply();
  await world.ingest([publication('26-22')]);
  const now = await versions();
  for (const [id, version] of old) expect([id, now.get(id)]).toEqual([id, version]);
  const served = await world.served();
  for (const one of ['26-20', '26-21', '26-22']) expect(served[avisId('boamp', one)]?.liste['statut']).toBe('ouvert');
  // Its correction, older, still stands over the newer document of the notice.
  expect(served[avisId('boamp', '26-1')]?.liste['budget']).toBe(5);
});

test('a rejection that becomes a publication is told, and the other way round', async () => {
  await world.ingest(history());
  await world.database.pool.query(`update write.document set format = 'rss-item' where identifiant = '26-6'`);
  const both: NormaliserOf = (format) => (format === 'rss-item' ? rejects(format) : readsPublications);
  const worse = await report(both);
  expect(worse.rejections).toEqual([{ reason: 'unknown_format', before: 0, after: 1 }]);
  expect(worse.rejected).toMatchObject({ documents: 1, examples: [{ identifiant: '26-6', source: 'boamp' }] });
  expect(worse.avis).toMatchObject({ gone: 1 });
  await apply(both);
  await world.projectAll();
  expect((await world.served())[avisId('boamp', '26-6')]?.liste).toMatchObject({ motif_retrait: 'supprime' });
  const better = await report();
  expect(better.accepted).toMatchObject({ documents: 1, examples: [{ reason: 'unknown_format' }] });
  expect(better.avis).toMatchObject({ added: 1, changed: 0, gone: 0 });
});

test('when more than a fifth of a source would be gone, nothing is applied without a word', async () => {
  await world.ingest(history());
  const before = await inForce();
  const found = await report(rejects);
  expect(found.disappearances).toContainEqual({ source: 'ted', served: 1, gone: 1, mass: true });
  await expect(apply(rejects)).rejects.toThrow(MassDisappearance);
  expect(await inForce()).toEqual(before);
  expect(await apply(rejects, true)).toBe(7);
  await world.projectAll();
  expect(Object.values(await world.served()).map(({ liste }) => liste['statut'])).toEqual(Array(7).fill('retire'));
});

test('one replay at a time; one that did not end is not applied, and the next starts anew', async () => {
  await world.ingest(history());
  const before = await inForce();
  const stop = (): never => {
    throw new Error('stopped');
  };
  await expect(rebuild(world.db, {}, { ...optionsOf(otherProcedure), onProgress: stop })).rejects.toThrow('stopped');
  await expect(apply(otherProcedure)).rejects.toThrow(NothingToApply);
  expect(await inForce()).toEqual(before);
  const first = rebuild(world.db, {}, optionsOf());
  const second = rebuild(world.db, {}, optionsOf());
  const ends = await Promise.allSettled([first, second]);
  expect(ends.filter((end) => end.status === 'rejected').map((end) => end.reason as unknown)).toEqual([
    expect.any(ReplayUnderWay),
  ]);
  expect((await report()).avis).toMatchObject({ changed: 0 });
  await expect(abandonReplay(world.db)).resolves.toBe(true);
  await expect(abandonReplay(world.db)).resolves.toBe(false);
  expect(await inForce()).toEqual(before);
});

test('a session that holds the facts is named, nothing changes, and it is applied afterwards', async () => {
  await world.ingest(history());
  await report(otherProcedure);
  const dump = await world.database.pool.connect();
  await dump.query('begin; lock table write.avis in access share mode');
  const options = { ...optionsOf(otherProcedure), despiteDisappearances: false, lockTimeoutMs: 200 };
  await expect(applyReplay(world.db, options)).rejects.toThrow(FactsInUse);
  await dump.query('commit');
  dump.release();
  expect(await applyReplay(world.db, options)).toBeGreaterThan(0);
});

test('stopped between the swap and the end of queueing, it is ended by calling it again, or by the next replay', async () => {
  for (const end of [
    () => apply(otherProcedure),
    () => rebuild(world.db, {}, { ...optionsOf(otherProcedure), patienceMs: 0 }),
  ]) {
    await world.reset();
    await world.ingest(history());
    await report(otherProcedure);
    await stopAtQueueing();
    expect((await readReplay(world.db))?.phase).toBe('swapped');
    await end();
    expect(await world.projectAll()).toBe(7);
  }
});

/** Applies, and fails at the first notices to queue. */
async function stopAtQueueing(): Promise<void> {
  const original = world.db.query.bind(world.db);
  const spy = jest
    .spyOn(world.db, 'query')
    .mockImplementation(((sql: string, ...rest: unknown[]) =>
      sql.includes('insert into write.a_projeter')
        ? Promise.reject(new Error('stopped'))
        : original(sql, ...(rest as []))) as typeof world.db.query);
  await expect(apply(otherProcedure)).rejects.toThrow('stopped');
  spy.mockRestore();
}

test('the tables put in force are those of the migrations to the name of an index', async () => {
  const catalogue = async () =>
    (
      await world.database.pool.query(
        `select c.relname, c.reloptions, obj_description(c.oid) as comment,
           (select json_agg(pg_get_indexdef(indexrelid) order by 1::text, pg_get_indexdef(indexrelid)) from pg_index where indrelid = c.oid) as indexes,
           (select json_agg(conname || ' ' || pg_get_constraintdef(oid) order by conname) from pg_constraint where conrelid = c.oid) as constraints,
           (select json_agg(json_build_array(attname, atttypid::regtype, attnotnull, attidentity, attstorage,
              pg_get_expr(adbin, adrelid), col_description(c.oid, attnum)) order by attnum)
            from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
            where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
           (select count(*)::int from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
         from pg_class c where relnamespace = 'write'::regnamespace and relkind = 'r' order by relname`,
      )
    ).rows;
  const before = await catalogue();
  await report();
  await apply();
  expect(await catalogue()).toEqual(before);
});
