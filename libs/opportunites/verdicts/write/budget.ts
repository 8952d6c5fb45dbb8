import type { DataSource } from 'typeorm';
import type { Role } from '../role.js';

/** No request is left of this day's. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** UTC day of the database: one for all workers, whatever their clocks say. */
const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;

/** Counts a request before it is made, so that one that a crash cuts short is counted, too. @throws BudgetSpent. */
export async function spendAppel(db: DataSource, role: Role, appelsParJour: number): Promise<void> {
  const rows = await db.query<unknown[]>(
    `insert into write.appel_modele as m (jour, role, appels) select ${TODAY}, $1, 1 where $2::int > 0
     on conflict (jour, role) do update set appels = m.appels + 1 where m.appels < $2::int returning 1`,
    [role, appelsParJour],
  );
  if (rows.length === 0) throw new BudgetSpent(role);
}

export async function isBudgetLeft(db: DataSource, role: Role, appelsParJour: number): Promise<boolean> {
  const [row] = await db.query<{ appels: number }[]>(
    `select appels from write.appel_modele where jour = ${TODAY} and role = $1`,
    [role],
  );
  return (row?.appels ?? 0) < appelsParJour;
}

/** What the service says that an answer took. */
export async function addJetons(db: DataSource, role: Role, jetons: number): Promise<void> {
  await db.query(`update write.appel_modele set jetons = jetons + $2 where jour = ${TODAY} and role = $1`, [
    role,
    jetons,
  ]);
}
