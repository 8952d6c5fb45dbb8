import type { EntityManager } from 'typeorm';
import type { Portee } from './scope.js';

/** A restore that an operator declared, and how far what follows from it has come. */
export interface Restoration {
  point: Date;
  perte: Date;
  /** 27 characters. */
  plancher: string;
  portee: Portee;
  a_retimbrer: number;
  retimbres: number;
  declaree_le: Date;
  retimbree_le: Date | null;
  /** Notices that a witness knows and nobody has collected again. */
  orphelins: number;
}

/** The last one; null when the database was never restored. */
export async function lastRestoration(manager: EntityManager): Promise<Restoration | null> {
  const [row] = await manager.query<Restoration[]>(
    `select point, perte, to_char(plancher at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as plancher, portee,
       a_retimbrer::float8 as a_retimbrer, retimbres::float8 as retimbres, declaree_le, retimbree_le,
       (select count(*)::int from write.orphelin o where not exists (select from read.avis a where a.id = o.avis_id)) as orphelins
     from write.restauration order by id desc limit 1`,
  );
  return row ?? null;
}

/** The last things that the database knows to have happened: what operators did since must be done again. */
export interface LastTraces {
  /** The latest of all: what was committed until then is certainly there. */
  tout: Date;
  collecte: Date | null;
  projection: Date | null;
  /** A key issued or revoked, an account created. */
  acces: Date | null;
  /** A switch thrown. */
  coupure: Date | null;
  /** A notice deleted, a source cut, a word on duplicates or disappearances. */
  decision: Date | null;
  /** How a source is collected. */
  reglage: Date | null;
  profil: Date | null;
}

export async function lastTraces(manager: EntityManager): Promise<LastTraces> {
  const [row] = await manager.query<LastTraces[]>(
    `with traces as (
       select (select greatest(max(started_at), max(ended_at)) from write.run) as collecte,
         (select last_projection from read.state) as projection,
         greatest((select max(greatest(creee_le, revoquee_le)) from access.cle), (select max(cree_le) from access.compte)) as acces,
         (select max(coupee_le) from access.coupure) as coupure,
         (select max(decide_le) from write.decision) as decision,
         (select max(regle_le) from write.reglage) as reglage,
         (select max(importe_le) from write.profil) as profil
     ) select t.*, greatest(collecte, projection, acces, coupure, decision, reglage, profil, s.last_version) as tout
     from traces t cross join read.state s`,
  );
  if (row === undefined) throw new Error('read.state has no row: run the migrations again');
  return row;
}
