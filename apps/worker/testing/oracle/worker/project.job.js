import * as real from '../../../../../dist/apps/worker/jobs/project.job.js';
import { looksPaused } from './looks.js';

/** Its looks end when they are paused. */
export class ProjectJob extends real.ProjectJob {
  run(data, context) {
    if (context.jobId !== null) return super.run(data, context);
    return super.run(data, { ...context, signal: AbortSignal.any([context.signal, looksPaused()]) });
  }
}
