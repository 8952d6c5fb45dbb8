import type { DataSource, EntityManager } from 'typeorm';
import { type Bilan, emptyBilan } from './bilan.js';

/** Reports kept of each register; a consolidated dataset has some sixty files. */
const REPORTS_KEPT = 2_000;

export type ImportOutcome = 'succeeded' | 'failed' | 'interrupted';

/** Where the import of a file begins. */
export interface StartingPoint {
  /** Records that an import which did not end has committed. */
  lus: number;
  /** What it made of them. */
  bilan: Bilan;
}

export const BEGINNING: Readonly<StartingPoint> = { lus: 0, bilan: emptyBilan() };

interface LastReport {
  etat: string;
  outcome: ImportOutcome | null;
  lus: string;
  bilan: Bilan;
}

/** The last import that could open the file. */
async function lastReport(db: DataSource, registre: string, fichier: string): Promise<LastReport | undefined> {
  const rows = await db.query<LastReport[]>(
    `select etat, outcome, lus, bilan from write.import
     where registre = $1 and fichier = $2 and etat is not null order by id desc limit 1`,
    [registre, fichier],
  );
  return rows[0];
}

/** State of a file that was imported to its end and not opened in another since; null when there is none. */
export async function importedState(db: DataSource, registre: string, fichier: string): Promise<string | null> {
  const last = await lastReport(db, registre, fichier);
  return last?.outcome === 'succeeded' ? last.etat : null;
}

/** Where an import of the same state of the file stopped; its beginning when there is none. */
export async function startingPoint(
  db: DataSource,
  registre: string,
  fichier: string,
  etat: string | null,
): Promise<StartingPoint> {
  const last = await lastReport(db, registre, fichier);
  const goesOn = last !== undefined && last.etat === etat && last.outcome !== 'succeeded';
  return goesOn ? { lus: Number(last.lus), bilan: last.bilan } : BEGINNING;
}

/** Closes the reports that a process which was killed left open. The caller holds the register's lock. */
export async function closeInterrupted(db: DataSource, registre: string): Promise<void> {
  await db.query(
    `update write.import set ended_at = clock_timestamp(), outcome = 'interrupted', reason = 'cut off: the process was killed or lost its database'
     where registre = $1 and outcome is null`,
    [registre],
  );
}

/** Opens the report of one file, and drops those that are too old. @returns its id. */
export async function openReport(
  db: DataSource,
  report: { registre: string; fichier: string; etat: string | null; jobId: string | null } & StartingPoint,
): Promise<string> {
  const { registre, fichier, etat, jobId, lus, bilan } = report;
  await db.query(
    `delete from write.import where registre = $1
       and id <= (select id from write.import where registre = $1 order by id desc offset $2 limit 1)`,
    [registre, REPORTS_KEPT],
  );
  const [row] = await db.query<{ id: string }[]>(
    'insert into write.import (registre, fichier, etat, job_id, lus, bilan) values ($1, $2, $3, $4, $5, $6) returning id',
    [registre, fichier, etat, jobId, lus, JSON.stringify(bilan)],
  );
  if (row === undefined) throw new Error('write.import gave no id');
  return row.id;
}

/** Writes how far an import has come, in the transaction of what it wrote: a kill leaves its figures exact. */
export async function reportProgress(
  manager: EntityManager,
  id: string,
  { lus, octets, bilan }: { lus: number; octets: number; bilan: object },
): Promise<void> {
  await manager.query('update write.import set lus = $2, octets = $3, bilan = $4 where id = $1', [
    id,
    lus,
    octets,
    JSON.stringify(bilan),
  ]);
}

/** @param reason for the operator; null when it succeeded. */
export async function closeReport(
  db: DataSource,
  id: string,
  outcome: ImportOutcome,
  reason: string | null,
): Promise<void> {
  await db.query('update write.import set ended_at = clock_timestamp(), outcome = $2, reason = $3 where id = $1', [
    id,
    outcome,
    reason,
  ]);
}
