import pg from 'pg';
import type { AvisSynchronise } from '../answers.js';
import type { Position } from './position.js';
import { TargetBusyError, type Target } from './target.js';

/**
 * `miroir_avis` holds the copy, `miroir_etat` the position. `version` is compared as text: collation "C".
 * Retired notices stay as rows of `statut` `retire`, with the reduced form as `document` and the source last known.
 */
const TABLES = `
create table if not exists miroir_avis (
  id uuid primary key,
  version text collate "C" not null,
  statut text not null,
  source text,
  document jsonb not null,
  pass integer not null
);
create table if not exists miroir_etat (
  seul boolean primary key default true check (seul),
  position jsonb not null,
  pass_complete integer not null default 0
);`;

/** Waits a little: the server may still be ending the last statement of a mirror just killed. */
const LOCK = `
set lock_timeout = '3s';
select pg_advisory_lock(hashtext('miroir_avis'), hashtext(current_schema()));
reset lock_timeout`;
const LOCK_NOT_AVAILABLE = '55P03';

const WRITE_ROWS = `
insert into miroir_avis as m (id, version, statut, source, document, pass)
select distinct on (id) (a ->> 'id')::uuid as id, a ->> 'version', a ->> 'statut', a ->> 'source', a, $2
from jsonb_array_elements($1::jsonb) a
order by id, a ->> 'version' collate "C" desc
on conflict (id) do update
set version = excluded.version, statut = excluded.statut, source = coalesce(excluded.source, m.source),
  document = excluded.document, pass = excluded.pass
where excluded.version > m.version`;

const MARK_SEEN = `update miroir_avis set pass = $2 where id = any($1::uuid[]) and pass < $2`;

const WRITE_POSITION = `
insert into miroir_etat (position) values ($1) on conflict (seul) do update set position = excluded.position`;

const REMOVE_UNSEEN = `
delete from miroir_avis where pass < $1 and exists (select from miroir_etat where pass_complete < $1)`;

/**
 * A copy in two tables of the first schema of the connection's search path, created when absent. One connection holds
 * the lock and writes everything: once it is lost, nothing more is written.
 * @throws TargetBusyError.
 */
export async function openPostgres(url: string): Promise<Target> {
  const client = new pg.Client({ connectionString: url, application_name: 'miroir-avis', keepAlive: true });
  // A connection that breaks between two statements: the next one fails, and says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(LOCK);
    await client.query(TABLES);
  } catch (error) {
    await client.end();
    throw (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE ? new TargetBusyError('cette base') : error;
  }
  return {
    async readPosition() {
      const { rows } = await client.query<{ position: Position }>('select position from miroir_etat');
      return rows[0]?.position ?? null;
    },
    write: (avis, position) => inTransaction(client, () => writePage(client, avis, position)),
    finish: ({ pass }) =>
      inTransaction(client, async () => {
        await client.query(REMOVE_UNSEEN, [pass]);
        await client.query('update miroir_etat set pass_complete = $1', [pass]);
      }),
    close: () => client.end(),
  };
}

async function writePage(client: pg.Client, avis: readonly AvisSynchronise[], position: Position): Promise<void> {
  if (avis.length > 0) {
    await client.query(WRITE_ROWS, [JSON.stringify(avis), position.pass]);
    await client.query(MARK_SEEN, [avis.map(({ id }) => id), position.pass]);
  }
  await client.query(WRITE_POSITION, [position]);
}

async function inTransaction(client: pg.Client, write: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await write();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
