import type { EntityManager } from 'typeorm';
import type { Contrat } from '../contrat.js';
import type { Declaration } from '../declaration.js';
import { foldRacine } from '../fold/fold-racine.js';
import type { Bilan } from './bilan.js';
import { queueRecalculation, type ToRecalculate } from './queue.js';

/** A declaration of the archive. */
export interface Archived {
  /** Rises in the order in which declarations were kept. */
  id: string;
  declaration: Declaration;
}

interface Folded {
  uid: string;
  racine: string;
  contrat: Contrat;
  /** Text of its facts: `json` keeps it as it was written, so equal texts are equal facts. */
  facts: string;
}

interface Kept {
  uid: string;
  facts: string;
}

/**
 * Folds the contracts of some racines again and writes those whose facts changed, with the work that this causes. The
 * caller's transaction holds the writers' lock.
 * @param archived all declarations of each racine, in the order of their ids.
 */
export async function foldRacines(
  manager: EntityManager,
  archived: ReadonlyMap<string, Archived[]>,
): Promise<Pick<Bilan, 'contrats' | 'defauts'>> {
  const racines = [...archived.keys()];
  if (racines.length === 0) return { contrats: { crees: 0, changes: 0, disparus: 0 }, defauts: 0 };
  const before = await manager.query<(Kept & { racine: string })[]>(
    'select uid, racine, facts::text as facts from write.contrat where racine = any($1::text[])',
    [racines],
  );
  const known = new Map(before.map((row) => [row.uid, row]));
  const folded: Folded[] = [];
  let defauts = 0;
  for (const [racine, declarations] of archived) {
    try {
      for (const { uid, contrat } of foldRacine(racine, declarations)) {
        folded.push({ uid, racine, contrat, facts: JSON.stringify(contrat) });
      }
    } catch {
      // What it was stays: a racine that our own code fails on must not hold the register up.
      defauts++;
      for (const [uid, row] of known) if (row.racine === racine) known.delete(uid);
    }
  }
  const changed = folded.filter(({ uid, facts }) => known.get(uid)?.facts !== facts);
  const folding = new Set(folded.map(({ uid }) => uid));
  const gone = [...known.values()].filter(({ uid }) => !folding.has(uid));
  const created = changed.filter(({ uid }) => !known.has(uid)).length;
  const written = await writeContrats(manager, changed, known);
  await forget(manager, gone);
  await queueRecalculation(manager, [
    ...changed.flatMap(({ uid, contrat }) => touchedBy(uid, contrat)),
    ...[...changed, ...gone].flatMap(({ uid }) => {
      const old = known.get(uid);
      return old === undefined ? [] : touchedBy(uid, JSON.parse(old.facts) as Contrat);
    }),
  ]);
  return {
    contrats: { crees: created, changes: changed.length - created, disparus: gone.length },
    defauts: defauts + changed.length - written,
  };
}

/** @returns how many were written: a uid that a contract of another racine has is not. */
async function writeContrats(
  manager: EntityManager,
  contrats: readonly Folded[],
  known: ReadonlyMap<string, Kept>,
): Promise<number> {
  if (contrats.length === 0) return 0;
  const rows = await manager.query<{ uid: string }[]>(
    `insert into write.contrat as c (uid, racine, facts, acheteur_siret)
     select uid, racine, facts::json, siret from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t (uid, racine, facts, siret)
     on conflict (uid) do update set facts = excluded.facts, acheteur_siret = excluded.acheteur_siret, folded_at = clock_timestamp()
       where c.racine = excluded.racine
     returning uid`,
    [
      contrats.map(({ uid }) => uid),
      contrats.map(({ racine }) => racine),
      contrats.map(({ facts }) => facts),
      contrats.map(({ contrat }) => contrat.acheteur.siret),
    ],
  );
  const uids = new Set(rows.map(({ uid }) => uid));
  const holders = contrats
    .filter(({ uid }) => uids.has(uid))
    .flatMap(({ uid, contrat }) => contrat.titulaires.map((titulaire, rang) => ({ uid, rang, ...titulaire })));
  const held = [...uids].filter((uid) => known.has(uid));
  if (held.length > 0) await manager.query('delete from write.contrat_titulaire where uid = any($1::text[])', [held]);
  await manager.query(
    `insert into write.contrat_titulaire (uid, rang, siren, siret)
     select * from unnest($1::text[], $2::smallint[], $3::text[], $4::text[])`,
    [
      holders.map(({ uid }) => uid),
      holders.map(({ rang }) => rang),
      holders.map(({ siren }) => siren),
      holders.map(({ siret }) => siret),
    ],
  );
  return rows.length;
}

/** Contracts that no declaration makes any more: what was read as two has proved to be one. */
async function forget(manager: EntityManager, gone: readonly Kept[]): Promise<void> {
  if (gone.length === 0) return;
  await manager.query('delete from write.contrat where uid = any($1::text[])', [gone.map(({ uid }) => uid)]);
}

/** What of read.* tells of a contract: itself, those who hold it, who bought. */
function touchedBy(uid: string, { acheteur, titulaires }: Contrat): ToRecalculate[] {
  return [
    { objet: 'contrat', cle: uid },
    ...titulaires.flatMap(({ siren }) => (siren === null ? [] : [{ objet: 'prestataire' as const, cle: siren }])),
    ...(acheteur.siret === null ? [] : [{ objet: 'acheteur' as const, cle: acheteur.siret }]),
  ];
}
