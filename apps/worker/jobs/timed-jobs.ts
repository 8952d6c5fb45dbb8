import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JobName } from '#platform/queue/job-names';

/** Jobs of a time of the day, and when each last ended well: one that stays away for a day is found out by nothing else. */
@Injectable()
export class TimedJobs {
  constructor(private readonly db: DataSource) {}

  /** From now on they are missed when they do not come; what an earlier release left is forgotten after a week. */
  async known(jobs: readonly JobName[]): Promise<void> {
    await this.db.query('insert into write.timed_job (job) select unnest($1::text[]) on conflict do nothing', [jobs]);
    await this.db.query(
      `delete from write.timed_job where job <> all($1::text[])
         and coalesce(succeeded_at, known_since) < clock_timestamp() - interval '7 days'`,
      [jobs],
    );
  }

  async succeeded(job: JobName): Promise<void> {
    await this.db.query(
      `insert into write.timed_job (job, succeeded_at) values ($1, clock_timestamp())
       on conflict (job) do update set succeeded_at = excluded.succeeded_at`,
      [job],
    );
  }
}
