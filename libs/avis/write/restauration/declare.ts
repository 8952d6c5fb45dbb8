import type { DataSource, EntityManager } from 'typeorm';
import { lockStamp } from './stamp-lock.js';
import { lastRestoration, lastTraces, type Restoration } from './restoration.js';
import { type Portee, scopeOf } from './scope.js';
import type { Witnessed } from './witness.js';

/** A clock that is this much behind what was stamped is wrong. */
const CLOCK_TOLERANCE_SECONDS = 60;
const WITNESS_BATCH = 5_000;

export interface Declaration {
  /** Until when the backup reaches; null: the last trace in the database. */
  point: Date | null;
  /** Last instant at which the lost database may have been read; null: now, and everything is told again. */
  perte: Date | null;
  marginSeconds: number;
  /** What a copy of the lost database knows. */
  temoin: AsyncIterable<Witnessed> | null;
  /** The witness is all that the lost database had: what it does not contradict is unchanged. */
  temoinEntier: boolean;
  /** Although workers run. */
  despiteWorkers: boolean;
  simulate: boolean;
}

/** The declaration contradicts the database or the clock; the message names what to do. */
export class UnsafeDeclaration extends Error {
  override readonly name = 'UnsafeDeclaration';
}

/**
 * After the database was restored to an earlier point: raises the floor of versions above all that clients may have
 * seen, and queues for a new stamp every notice of which they may hold a later state. One transaction.
 * @throws UnsafeDeclaration
 */
export async function declareRestoration(db: DataSource, declaration: Declaration): Promise<Restoration> {
  const runner = db.createQueryRunner();
  await runner.connect();
  try {
    await runner.startTransaction();
    const restoration = await declareWithin(runner.manager, declaration);
    if (declaration.simulate) await runner.rollbackTransaction();
    else await runner.commitTransaction();
    return restoration;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

async function declareWithin(manager: EntityManager, declaration: Declaration): Promise<Restoration> {
  if (!declaration.simulate && !declaration.despiteWorkers) await refuseWorkers(manager);
  await lockStamp(manager);
  const { temoin, temoinEntier, marginSeconds, perte } = declaration;
  const witnessed = await storeWitness(manager, temoin);
  const point = await pointOf(manager, declaration);
  const known = witnessed === 0 ? 'none' : temoinEntier ? 'whole' : 'partial';
  // What an earlier restore has not told yet is told with all the rest.
  const portee = (await isUnfinished(manager)) ? 'tout' : scopeOf({ point, perte, marginSeconds, temoin: known });
  await refuseWrongClock(manager, perte);
  await queueNotices(manager, portee);
  await manager.query(
    `insert into write.restauration (point, perte, plancher, portee, a_retimbrer, retimbree_le)
     select $1, coalesce($2, clock_timestamp()),
       greatest(s.last_version, clock_timestamp(), (select max(version) from temoin)), $3, q.n,
       case when q.n = 0 then clock_timestamp() end
     from read.state s cross join (select count(*) as n from write.a_retimbrer) q`,
    [point, perte, portee],
  );
  await manager.query(
    'update read.state set last_version = (select plancher from write.restauration order by id desc limit 1)',
  );
  const restoration = await lastRestoration(manager);
  if (restoration === null) throw new Error('write.restauration kept nothing');
  return restoration;
}

/** Typed by mistake on a service that is well, it would have every client read everything again. */
async function refuseWorkers(manager: EntityManager): Promise<void> {
  const workers = await manager.query<unknown[]>(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'marches-worker' limit 1`,
  );
  if (workers.length > 0) {
    throw new UnsafeDeclaration('Workers run on this database: stop them and the APIs first, or say --malgre-workers.');
  }
}

async function storeWitness(manager: EntityManager, temoin: Declaration['temoin']): Promise<number> {
  await manager.query(
    'create temporary table temoin (id uuid primary key, version timestamptz(6) not null, source text) on commit drop',
  );
  let lot: Witnessed[] = [];
  let stored = 0;
  const flush = async (): Promise<void> => {
    await manager.query(
      `insert into temoin as t (id, version, source)
       select distinct on (id) id, version, source from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as w (id, version, source)
       order by id, version desc
       on conflict (id) do update set version = greatest(t.version, excluded.version), source = coalesce(excluded.source, t.source)`,
      [lot.map(({ id }) => id), lot.map(({ version }) => version), lot.map(({ source }) => source)],
    );
    stored += lot.length;
    lot = [];
  };
  for await (const one of temoin ?? []) {
    lot.push(one);
    if (lot.length === WITNESS_BATCH) await flush();
  }
  if (lot.length > 0) await flush();
  return stored;
}

async function pointOf(manager: EntityManager, { point, perte }: Declaration): Promise<Date> {
  const { tout } = await lastTraces(manager);
  if (perte !== null && (point ?? tout) > perte) {
    throw new UnsafeDeclaration(
      point === null
        ? `The database was written to at ${tout.toISOString()}, after the loss: say --point <instant until which the backup reaches>.`
        : 'The point restored to lies after the loss: correct --point or --perte.',
    );
  }
  return point ?? tout;
}

/** A floor above the clock would hide every new version from cursor mode until the clock is there. */
async function refuseWrongClock(manager: EntityManager, perte: Date | null): Promise<void> {
  const [row] = await manager.query<{ now: Date; ahead: boolean; future: boolean }[]>(
    `select clock_timestamp() as now,
       greatest(s.last_version, (select max(version) from temoin)) > clock_timestamp() + $1 * interval '1 second' as ahead,
       coalesce($2::timestamptz > clock_timestamp(), false) as future
     from read.state s`,
    [CLOCK_TOLERANCE_SECONDS, perte],
  );
  if (row?.ahead === true) {
    throw new UnsafeDeclaration(
      `The clock of the database's server (${row.now.toISOString()}) is behind versions that were given: set it right, then declare again.`,
    );
  }
  if (row?.future === true) throw new UnsafeDeclaration(`--perte lies in the future: it is ${row.now.toISOString()}.`);
}

async function isUnfinished(manager: EntityManager): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from write.restauration where retimbree_le is null limit 1');
  return rows.length > 0;
}

/** Open notices first, since they matter most to whoever reads; then tombstones, then closed ones. */
async function queueNotices(manager: EntityManager, portee: Portee): Promise<void> {
  await manager.query('truncate write.a_retimbrer');
  await manager.query('update write.restauration set retimbree_le = clock_timestamp() where retimbree_le is null');
  await manager.query(
    `insert into write.a_retimbrer (rang, avis_id)
     select row_number() over (order by array_position('{ouvert,retire,clos}', a.statut), a.version), a.id
     from read.avis a left join temoin t on t.id = a.id
     where $1 or t.version > a.version`,
    [portee === 'tout'],
  );
  await manager.query(
    `insert into write.orphelin as o (avis_id, source, version)
     select t.id, t.source, t.version from temoin t
     where t.source is not null and not exists (select from read.avis a where a.id = t.id)
     on conflict (avis_id) do update set version = greatest(o.version, excluded.version)`,
  );
}
