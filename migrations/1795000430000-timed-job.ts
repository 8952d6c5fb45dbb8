import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each job of a time of the day last ended well. */
export class TimedJob1795000430000 implements MigrationInterface {
  readonly name = 'TimedJob1795000430000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.timed_job (
        job text primary key,
        known_since timestamptz not null default clock_timestamp(),
        succeeded_at timestamptz
      );
      comment on table write.timed_job is 'Jobs that come at a time of the day, and when each last ended well: an alert tells of one that stays away.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table write.timed_job');
  }
}
