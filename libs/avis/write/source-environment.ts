import type { DataSource } from 'typeorm';
import type { SourceEnvironment } from '#sources/plan';

/** Told by each worker that starts. */
export async function tellEnvironment(db: DataSource, told: readonly SourceEnvironment[]): Promise<void> {
  await db.query(
    `insert into write.source_environment as e (source, adresse, cadence_secondes)
     select * from unnest($1::text[], $2::text[], $3::int[])
     on conflict (source) do update set adresse = excluded.adresse, cadence_secondes = excluded.cadence_secondes,
       told_at = clock_timestamp()`,
    [told.map(({ source }) => source), told.map(({ adresse }) => adresse), told.map((one) => one.cadenceSeconds)],
  );
}

/** What the last worker that started told; empty where none ever did. */
export async function toldEnvironment(db: DataSource): Promise<SourceEnvironment[]> {
  return db.query<SourceEnvironment[]>(
    'select source, adresse, cadence_secondes as "cadenceSeconds" from write.source_environment',
  );
}
