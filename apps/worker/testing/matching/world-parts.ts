import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type SourceCode, SOURCES } from '#sources/registry';
import type { Labelled } from '../../../feeds/labelled/labelled.js';

const SCRIPT = fileURLToPath(new URL('./world-part.js', import.meta.url));

/** Threads take about as long as each other: the gazettes' documents are the large ones. */
const LISTED = SOURCES.filter(({ adapter }) => adapter === 'atexo' || adapter === 'rss').map(({ code }) => code);
const OTHERS = SOURCES.filter(({ adapter }) => adapter !== 'atexo' && adapter !== 'rss').map(({ code }) => code);

/** The same notices as `worldOf` gives for all sources, made by two threads over the built code (`npm run build`). */
export async function worldInParts(seed: number, size: number): Promise<Labelled[]> {
  const parts = await Promise.all([OTHERS, LISTED].map((sources) => part(seed, size, sources)));
  return parts.flat();
}

function part(seed: number, size: number, sources: readonly SourceCode[]): Promise<Labelled[]> {
  return new Promise((resolve, reject) => {
    const notices: Labelled[] = [];
    const worker = new Worker(SCRIPT, { workerData: { seed, size, sources } });
    worker.on('message', (batch: Labelled[]) => notices.push(...batch));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve(notices) : reject(new Error(`thread ended with ${code}`))));
  });
}
