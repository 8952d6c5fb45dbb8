// Plain JavaScript over the built code: a thread of its own, beside the test's.
import { parentPort, workerData } from 'node:worker_threads';
import { worldOf } from '../../../../dist/apps/feeds/labelled/world.js';

const BATCH = 1000;

const { seed, size, sources } = workerData;
let batch = [];
for (const labelled of worldOf(seed, size, sources)) {
  if (batch.push(labelled) < BATCH) continue;
  parentPort.postMessage(batch);
  batch = [];
}
parentPort.postMessage(batch);
