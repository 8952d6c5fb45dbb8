import { AsyncLocalStorage } from 'node:async_hooks';

/** The job of the queue, { job, id }, in whose handler the code runs; undefined in a stage's own look. */
export const currentJob = new AsyncLocalStorage();
