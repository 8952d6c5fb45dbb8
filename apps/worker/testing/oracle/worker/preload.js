// Loaded with `--import` before the worker's own main: the oracle arms its faults from outside.
import { writeSync } from 'node:fs';
import { register } from 'node:module';
import { armFault, disarmFault } from '#platform/faults/fault-point';
import { currentJob } from './current-job.js';
import { pauseLooks, resumeLooks } from './looks.js';

register('./hooks.js', import.meta.url);

const STDERR = 2;

process.on('message', ({ fault }) => {
  if (fault === null) {
    disarmFault();
    resumeLooks();
    return;
  }
  pauseLooks();
  armFault(fault, {
    // A stage's own look reaches the boundaries too: the oracle counts those of a job of the queue.
    when: () => currentJob.getStore() !== undefined,
    farewell: () => writeSync(STDERR, `\nkilled ${JSON.stringify({ point: fault, ...currentJob.getStore() })}\n`),
  });
});
process.on('disconnect', () => process.exit(0));
