import type { DataSource, EntityManager } from 'typeorm';
import { type Fault, type Line, readJsonLines } from '../import/json-lines.js';
import { readStatutLine, type StatutLine } from '../import/lines.js';
import { FAULTS_TOLD, type ImportOptions, type ImportReport } from './import-report.js';

/** Lines sent to the database at once. */
const BATCH = 5_000;

/**
 * Writes what users did with notices, one a line: all of it or, when a line is wrong, nothing. Lines wait in a temporary
 * table, since there may be millions, and are written in one statement at the end: what they queue holds nobody up before.
 */
export function importStatuts(
  db: DataSource,
  lines: AsyncIterable<string> | Iterable<string>,
  { ignorerErreurs }: ImportOptions,
): Promise<ImportReport> {
  return db.transaction(async (manager) => {
    await manager.query(
      `create temporary table statut_lu (ligne integer primary key, compte_id uuid, avis_id uuid, statut text,
         vu_le timestamptz) on commit drop`,
    );
    const fautes: Fault[] = [];
    let misread = 0;
    const loaded = await load(manager, lines, (fault) => {
      misread += 1;
      if (fautes.length < FAULTS_TOLD) fautes.push(fault);
    });
    await manager.query('analyze statut_lu');
    const refused = await refuse(manager);
    fautes.push(...refused.slice(0, FAULTS_TOLD));
    fautes.sort((a, b) => a.ligne - b.ligne);
    const refusees = misread + refused.length;
    const ecrit = refusees === 0 || ignorerErreurs;
    const ecrites = ecrit ? await write(manager) : 0;
    return {
      lues: loaded + misread,
      ecrites,
      supprimees: 0,
      inchangees: ecrit ? loaded - refused.length - ecrites : 0,
      refusees,
      fautes: fautes.slice(0, FAULTS_TOLD),
      ecrit,
    };
  });
}

/** @returns how many lines were well written. */
async function load(
  manager: EntityManager,
  lines: AsyncIterable<string> | Iterable<string>,
  onFault: (fault: Fault) => void,
): Promise<number> {
  let loaded = 0;
  let batch: Line<StatutLine>[] = [];
  const flush = async () => {
    await manager.query(
      `insert into statut_lu select l.* from json_to_recordset($1::json)
         as l (ligne integer, compte_id uuid, avis_id uuid, statut text, vu_le timestamptz)`,
      [JSON.stringify(batch.map(({ ligne, value }) => ({ ligne, ...value })))],
    );
    loaded += batch.length;
    batch = [];
  };
  for await (const line of readJsonLines(lines, readStatutLine, onFault)) {
    batch.push(line);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return loaded;
}

/** Takes out the lines that name what does not exist, or what a line before named. @returns them. */
async function refuse(manager: EntityManager): Promise<Fault[]> {
  const [rows] = await manager.query<[Fault[], number]>(
    `delete from statut_lu l using (
       select ligne, array_remove(array[
         case when not exists (select from access.compte c where c.id = s.compte_id)
           then 'compte_id: no account has this id (ops compte lister)' end,
         case when not exists (select from read.avis a where a.id = s.avis_id)
           then 'avis_id: no notice has this id' end,
         case when first <> ligne
           then 'already on line ' || first || ', give each account and notice once' end], null) as fautes
       from (select *, min(ligne) over (partition by compte_id, avis_id) as first from statut_lu) s
     ) f where f.ligne = l.ligne and cardinality(f.fautes) > 0
     returning l.ligne, f.fautes`,
  );
  return rows;
}

/** In the order of notices, as stamps queue them too. @returns how many were new or changed. */
async function write(manager: EntityManager): Promise<number> {
  const [row] = await manager.query<{ n: number }[]>(
    `with ecrit as (
       insert into write.suivi as s (compte_id, avis_id, statut, vu_le)
       select compte_id, avis_id, statut, vu_le from statut_lu order by avis_id, compte_id
       on conflict (compte_id, avis_id) do update set statut = excluded.statut, vu_le = excluded.vu_le
       where (s.statut, s.vu_le) is distinct from (excluded.statut, excluded.vu_le)
       returning 1
     ) select count(*)::int as n from ecrit`,
  );
  return row?.n ?? 0;
}
