import type { FactPart } from './fact-part.js';
import { known } from './fact-part.js';

/** Tables whose rows are rewritten all the time: what vacuum leaves behind slows every look at them. */
const HOT = [
  'read.avis',
  'read.avis_departement',
  'read.opportunite',
  'write.a_normaliser',
  'write.a_apparier',
  'write.a_projeter',
  'write.a_noter',
  'write.a_recalculer',
  'access.quota',
  'access.usage',
];
/** Tables that only grow, and what a row of each stands for. */
const GROWING = ['write.document', 'write.publication', 'write.rejection', 'write.historique', 'write.declaration'];

const WHOLE = `select pg_database_size(current_database())::float8 as size,
    current_setting('max_connections')::int as max_connections,
    (select age(datfrozenxid) from pg_database where datname = current_database()) as xid_age,
    (select extract(epoch from clock_timestamp() - min(xact_start))::float8 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest,
    d.xact_commit::float8 as commits, d.xact_rollback::float8 as rollbacks, d.deadlocks::float8 as deadlocks,
    d.blks_hit::float8 as hits, d.blks_read::float8 as reads, d.temp_bytes::float8 as temp
  from pg_stat_database d where d.datname = current_database()`;
const CONNECTIONS = `select coalesce(state, 'unknown') as state, count(*)::int as n from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' group by 1`;
const TABLES = `select schemaname || '.' || relname as "table", n_live_tup::float8 as live, n_dead_tup::float8 as dead,
    n_tup_ins::float8 as inserted from pg_stat_user_tables where schemaname || '.' || relname = any($1)`;
const REPLICAS = `select coalesce(nullif(application_name, ''), client_addr::text, 'unknown') as replica,
    max(extract(epoch from replay_lag))::float8 as lag from pg_stat_replication group by 1`;

interface Whole {
  size: number;
  max_connections: number;
  xid_age: number;
  oldest: number | null;
  commits: number;
  rollbacks: number;
  deadlocks: number;
  hits: number;
  reads: number;
  temp: number;
}
interface Table {
  table: string;
  live: number;
  dead: number;
  inserted: number;
}

/** PostgreSQL as it tells of itself. @param capacityBytes what it may take (DATABASE_CAPACITY_GIB); null: nobody said. */
export function database(capacityBytes: number | null): FactPart {
  return {
    name: 'database',
    everyMs: 30_000,
    metrics: [
      { name: 'marches_database_size_bytes', help: 'Size of the database on disk.', kind: 'gauge' },
      {
        name: 'marches_database_capacity_bytes',
        help: 'What the database may take, as DATABASE_CAPACITY_GIB says; absent without it.',
        kind: 'gauge',
      },
      {
        name: 'marches_database_connections',
        help: 'Connections of clients, by state.',
        kind: 'gauge',
        labels: ['state'],
      },
      {
        name: 'marches_database_max_connections',
        help: 'Most connections that PostgreSQL accepts.',
        kind: 'gauge',
      },
      {
        name: 'marches_database_oldest_transaction_seconds',
        help: 'Age of the oldest transaction of a client; 0 when none is open. One that stays open keeps vacuum from its work.',
        kind: 'gauge',
      },
      {
        name: 'marches_database_xid_age',
        help: 'Transactions since the oldest unfrozen row; PostgreSQL stops writing at two thousand million.',
        kind: 'gauge',
      },
      {
        name: 'marches_database_transactions_total',
        help: 'Transactions, by outcome (commit, rollback).',
        kind: 'counter',
        labels: ['outcome'],
      },
      { name: 'marches_database_deadlocks_total', help: 'Deadlocks that PostgreSQL broke.', kind: 'counter' },
      {
        name: 'marches_database_blocks_total',
        help: 'Blocks asked for, by where they were (memory: shared buffers, outside: the disk or its cache).',
        kind: 'counter',
        labels: ['from'],
      },
      {
        name: 'marches_database_temp_bytes_total',
        help: 'Bytes written to temporary files by sorts and joins that did not fit their memory.',
        kind: 'counter',
      },
      {
        name: 'marches_database_live_rows',
        help: 'Live rows of the tables that are rewritten most, as PostgreSQL estimates them.',
        kind: 'gauge',
        labels: ['table'],
      },
      {
        name: 'marches_database_dead_rows',
        help: 'Dead rows of the tables that are rewritten most, as PostgreSQL estimates them.',
        kind: 'gauge',
        labels: ['table'],
      },
      {
        name: 'marches_database_rows_inserted_total',
        help: 'Rows ever inserted into tables that only grow: documents archived, publications, rejections, versions, declarations.',
        kind: 'counter',
        labels: ['table'],
      },
      {
        name: 'marches_database_replication_lag_seconds',
        help: 'How far each replica is behind; absent without replicas.',
        kind: 'gauge',
        labels: ['replica'],
      },
    ],
    async ask(db) {
      const whole = (await db.query<Whole>(WHOLE)).rows[0];
      const connections = (await db.query<{ state: string; n: number }>(CONNECTIONS)).rows;
      const tables = (await db.query<Table>(TABLES, [[...HOT, ...GROWING]])).rows;
      const replicas = (await db.query<{ replica: string; lag: number | null }>(REPLICAS)).rows;
      if (whole === undefined) throw new Error('pg_stat_database has no row of this database');
      const hot = tables.filter(({ table }) => HOT.includes(table));
      return {
        marches_database_size_bytes: known(whole.size),
        marches_database_capacity_bytes: known(capacityBytes),
        marches_database_connections: connections.map(({ state, n }) => [n, { state }]),
        marches_database_max_connections: known(whole.max_connections),
        marches_database_oldest_transaction_seconds: known(Math.max(0, whole.oldest ?? 0)),
        marches_database_xid_age: known(whole.xid_age),
        marches_database_transactions_total: [
          [whole.commits, { outcome: 'commit' }],
          [whole.rollbacks, { outcome: 'rollback' }],
        ],
        marches_database_deadlocks_total: known(whole.deadlocks),
        marches_database_blocks_total: [
          [whole.hits, { from: 'memory' }],
          [whole.reads, { from: 'outside' }],
        ],
        marches_database_temp_bytes_total: known(whole.temp),
        marches_database_live_rows: hot.map(({ table, live }) => [live, { table }]),
        marches_database_dead_rows: hot.map(({ table, dead }) => [dead, { table }]),
        marches_database_rows_inserted_total: tables
          .filter(({ table }) => GROWING.includes(table))
          .map(({ table, inserted }) => [inserted, { table }]),
        marches_database_replication_lag_seconds: replicas.flatMap(({ replica, lag }) => known(lag ?? 0, { replica })),
      };
    },
  };
}
