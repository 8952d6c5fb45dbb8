import * as real from '#platform/queue/job-runner';
import { currentJob } from './current-job.js';

/** Says in which job the worker is. */
export class JobRunner extends real.JobRunner {
  constructor(settings) {
    const handle = (job, data, id, ...rest) =>
      currentJob.run({ job, id }, () => settings.handle(job, data, id, ...rest));
    super({ ...settings, handle });
  }
}
