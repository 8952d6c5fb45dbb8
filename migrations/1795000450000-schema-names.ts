import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The API reads which migrations were run, so that it does not serve a schema older than it needs (decision 29). */
export class SchemaNames1795000450000 implements MigrationInterface {
  readonly name = 'SchemaNames1795000450000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant select on table migration to marches_api');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke select on table migration from marches_api');
  }
}
