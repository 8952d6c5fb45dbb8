import type { DataSource, EntityManager } from 'typeorm';
import type { ReadRecord } from '../declaration.js';
import { parseRecord } from '../decp/parse-record.js';
import { readRecord } from '../decp/read-record.js';
import type { Registre } from '../registres.js';
import { foldRacines } from './fold-racines.js';
import { lockContrats, openBatch } from './locks.js';
import { crowdedOf, declarationsOf, groupedByRacine } from './store-declarations.js';

/** What reading the archive again made of it. */
export interface RereadReport {
  declarations: number;
  /** Of which the record is read otherwise than when it was kept. */
  relues: number;
  /** Refused records that are declarations now. */
  admises: number;
  contrats: { crees: number; changes: number; disparus: number };
  /** Contracts that our own code failed on, and declarations whose record it refuses now: they stay as they were. */
  defauts: number;
}

export interface RereadOptions {
  signal: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** Racines, or refused records, of one transaction. */
const BATCH = 500;

/**
 * Reads every archived record again and folds every contract again, for a release whose rules are not those under which
 * they were kept; without a change of rules nothing changes, uids included. Safe to stop and to repeat.
 */
export async function rereadDeclarations(db: DataSource, options: RereadOptions): Promise<RereadReport> {
  const report: RereadReport = {
    declarations: 0,
    relues: 0,
    admises: 0,
    contrats: { crees: 0, changes: 0, disparus: 0 },
    defauts: 0,
  };
  const [row] = await db.query<{ n: number }[]>('select count(*)::int as n from write.declaration');
  await everyBatch(db, options.signal, (manager, after) => admitBatch(manager, after, report));
  await everyBatch(db, options.signal, async (manager, after) => {
    const last = await rereadBatch(manager, after, report);
    options.onProgress?.(report.declarations, (row?.n ?? 0) + report.admises);
    return last;
  });
  return report;
}

/** @param batch what it did is committed; it gives the last key that it took, null when there was none left. */
async function everyBatch(
  db: DataSource,
  signal: AbortSignal,
  batch: (manager: EntityManager, after: string) => Promise<string | null>,
): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal.aborted;) {
    const from: string = after;
    after = await db.transaction(async (manager) => {
      await openBatch(manager);
      await lockContrats(manager);
      return batch(manager, from);
    });
  }
}

interface ArchivedRecord {
  id: string;
  registre: Registre;
  racine: string;
  body: string;
  facts: string;
}

async function rereadBatch(manager: EntityManager, after: string, report: RereadReport): Promise<string | null> {
  const racines = await manager.query<{ racine: string }[]>(
    'select distinct racine from write.declaration where racine > $1 order by racine limit $2',
    [after, BATCH],
  );
  const last = racines.at(-1);
  if (last === undefined) return null;
  const records = await manager.query<ArchivedRecord[]>(
    `select id, registre, racine, body, facts::text as facts from write.declaration
     where racine > $1 and racine <= $2 order by id`,
    [after, last.racine],
  );
  const changed = records.flatMap((record) => changeOf(record, report));
  await manager.query(
    `update write.declaration d set racine = t.racine, facts = t.facts::json
     from unnest($1::bigint[], $2::text[], $3::text[]) as t (id, racine, facts) where d.id = t.id`,
    [changed.map(({ id }) => id), changed.map(({ racine }) => racine), changed.map(({ facts }) => facts)],
  );
  await refold(
    manager,
    [...racines, ...changed].map(({ racine }) => racine),
    report,
  );
  report.declarations += records.length;
  report.relues += changed.length;
  return last.racine;
}

/** What a record says now, where that is not what it said. */
function changeOf({ id, registre, body, facts }: ArchivedRecord, report: RereadReport): Changed[] {
  const read = readAgain(registre, body);
  if (!read.ok) {
    report.defauts++;
    return [];
  }
  const now = JSON.stringify(read.declaration);
  return now === facts ? [] : [{ id, racine: read.declaration.racine, facts: now }];
}

interface Changed {
  id: string;
  racine: string;
  facts: string;
}

/** Refused records that are read now become declarations, as if they had just come. */
async function admitBatch(manager: EntityManager, after: string, report: RereadReport): Promise<string | null> {
  const [registre = '', empreinte = ''] = after.split(' ');
  const refused = await manager.query<{ registre: Registre; empreinte: Buffer; body: string }[]>(
    `select registre, empreinte, body from write.rejet_declaration
     where (registre, empreinte) > ($1, decode($2, 'hex')) order by registre, empreinte limit $3`,
    [registre, empreinte, BATCH],
  );
  const admitted = refused.flatMap((one) => {
    const read = readAgain(one.registre, one.body);
    return read.ok ? [{ ...one, declaration: read.declaration }] : [];
  });
  for (const { declaration, ...one } of admitted) {
    await manager.query(
      `with refused as (delete from write.rejet_declaration where registre = $1 and empreinte = $2)
       insert into write.declaration (registre, racine, empreinte, body, facts) values ($1, $3, $2, $4, $5)
       on conflict (registre, empreinte) do nothing`,
      [one.registre, one.empreinte, declaration.racine, one.body, JSON.stringify(declaration)],
    );
  }
  report.admises += admitted.length;
  const last = refused.at(-1);
  return last === undefined ? null : `${last.registre} ${last.empreinte.toString('hex')}`;
}

function readAgain(registre: Registre, body: string): ReadRecord {
  return readRecord(registre, parseRecord(body));
}

/** Folds racines again: those whose declarations went elsewhere may have no contract left. */
async function refold(manager: EntityManager, racines: readonly string[], report: RereadReport): Promise<void> {
  const crowded = await crowdedOf(manager, racines);
  const wanted = [...new Set(racines)].filter((racine) => !crowded.has(racine));
  const archived = groupedByRacine(await declarationsOf(manager, wanted));
  for (const racine of wanted) if (!archived.has(racine)) archived.set(racine, []);
  const { contrats, defauts } = await foldRacines(manager, archived);
  report.contrats.crees += contrats.crees;
  report.contrats.changes += contrats.changes;
  report.contrats.disparus += contrats.disparus;
  report.defauts += defauts + crowded.size;
}
