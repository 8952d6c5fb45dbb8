import type { DataSource, EntityManager } from 'typeorm';
import { type Fault, type Line, readJsonLines } from '../import/json-lines.js';
import { type ProfilLine, readProfilLine } from '../import/lines.js';
import { FAULTS_TOLD, type ImportOptions, type ImportReport } from './import-report.js';

/**
 * Writes profiles of accounts, one a line: all of them or, when a line is wrong, none. A profile that is the same keeps
 * its version. The worker scores again what changed.
 */
export async function importProfils(
  db: DataSource,
  lines: AsyncIterable<string> | Iterable<string>,
  { ignorerErreurs }: ImportOptions,
): Promise<ImportReport> {
  const faults: Fault[] = [];
  const read: Line<ProfilLine>[] = [];
  for await (const line of readJsonLines(lines, readProfilLine, (fault) => faults.push(fault))) read.push(line);

  return db.transaction(async (manager) => {
    const comptes = await knownComptes(manager, read);
    const first = new Map<string, number>();
    const right = read.filter(({ ligne, value: { compte_id } }) => {
      const before = first.get(compte_id);
      if (before === undefined) first.set(compte_id, ligne);
      const fautes = comptes.has(compte_id)
        ? before === undefined
          ? []
          : [`compte_id: already on line ${String(before)}, give each account once`]
        : ['compte_id: no account has this id (ops compte lister)'];
      if (fautes.length > 0) faults.push({ ligne, fautes });
      return fautes.length === 0;
    });
    faults.sort((a, b) => a.ligne - b.ligne);
    const ecrit = faults.length === 0 || ignorerErreurs;
    const { ecrites, supprimees } = ecrit ? await write(manager, right) : { ecrites: 0, supprimees: 0 };
    return {
      lues: right.length + faults.length,
      ecrites,
      supprimees,
      inchangees: ecrit ? right.length - ecrites - supprimees : 0,
      refusees: faults.length,
      fautes: faults.slice(0, FAULTS_TOLD),
      ecrit,
    };
  });
}

async function knownComptes(manager: EntityManager, read: readonly Line<ProfilLine>[]): Promise<Set<string>> {
  const rows = await manager.query<{ id: string }[]>('select id from access.compte where id = any($1::uuid[])', [
    read.map(({ value }) => value.compte_id),
  ]);
  return new Set(rows.map((row) => row.id));
}

/** Sorted, so that two imports at once do not wait for each other in a circle. */
async function write(
  manager: EntityManager,
  right: readonly Line<ProfilLine>[],
): Promise<{ ecrites: number; supprimees: number }> {
  const values = right.map(({ value }) => value).sort((a, b) => (a.compte_id < b.compte_id ? -1 : 1));
  const put = await manager.query<unknown[]>(
    `insert into write.profil as p (compte_id, profil)
     select l.compte_id, l.profil from json_to_recordset($1::json) as l (compte_id uuid, profil json)
     on conflict (compte_id) do update set profil = excluded.profil where p.profil::jsonb <> excluded.profil::jsonb
     returning 1`,
    [JSON.stringify(values.filter(({ profil }) => profil !== null))],
  );
  const [gone] = await manager.query<[unknown[], number]>(
    'delete from write.profil where compte_id = any($1::uuid[]) returning 1',
    [values.filter(({ profil }) => profil === null).map(({ compte_id }) => compte_id)],
  );
  return { ecrites: put.length, supprimees: gone.length };
}
