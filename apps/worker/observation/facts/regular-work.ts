import type { FactPart } from './fact-part.js';
import { known } from './fact-part.js';

const IMPORTS = `select registre as name, extract(epoch from max(ended_at) filter (where outcome = 'succeeded'))::float8 as succeeded,
    extract(epoch from min(started_at))::float8 as since,
    (array_agg(outcome order by id desc) filter (where outcome <> 'interrupted'))[1] = 'failed' as failed
  from write.import group by registre`;
const TIMED = `select job as name, extract(epoch from succeeded_at)::float8 as succeeded,
    extract(epoch from known_since)::float8 as since from write.timed_job`;
const BACKUP = `select extract(epoch from max(terminee_le))::float8 as succeeded from write.sauvegarde`;

interface Row {
  name: string;
  succeeded: number | null;
  since: number;
  failed?: boolean | null;
}

/** What comes back by itself and must not stay away: imports, jobs at a time of the day, backups. */
export const regularWork: FactPart = {
  name: 'regular work',
  everyMs: 30_000,
  metrics: [
    {
      name: 'marches_import_last_success_timestamp_seconds',
      help: 'When a file of the register was last imported to its end.',
      kind: 'gauge',
      labels: ['registre'],
    },
    {
      name: 'marches_import_failed',
      help: '1 when the last import of the register failed.',
      kind: 'gauge',
      labels: ['registre'],
    },
    {
      name: 'marches_timed_job_last_success_timestamp_seconds',
      help: 'When a job of a time of the day (deduce: 05:10 UTC) last ended well; until its first time, when workers first knew of it.',
      kind: 'gauge',
      labels: ['job_name'],
    },
    {
      name: 'marches_backup_last_success_timestamp_seconds',
      help: 'When the last backup succeeded; absent when none ever did.',
      kind: 'gauge',
    },
  ],
  async ask(db) {
    const imports = (await db.query<Row>(IMPORTS)).rows;
    const timed = (await db.query<Row>(TIMED)).rows;
    const backups = (await db.query<{ succeeded: number | null }>(BACKUP)).rows;
    return {
      marches_import_last_success_timestamp_seconds: imports.flatMap(({ name, succeeded }) =>
        known(succeeded, { registre: name }),
      ),
      marches_import_failed: imports.flatMap(({ name, failed }) => known(Number(failed === true), { registre: name })),
      marches_timed_job_last_success_timestamp_seconds: timed.flatMap(({ name, succeeded, since }) =>
        known(succeeded ?? since, { job_name: name }),
      ),
      marches_backup_last_success_timestamp_seconds: known(backups[0]?.succeeded),
    };
  },
};
