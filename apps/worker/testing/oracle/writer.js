// Plain JavaScript over the built code: a process of its own, which the oracle kills.
import { closeDue } from '#avis/write/close-due';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { normaliserOf } from './worker/adapters.js';

const LIMIT = 100;
const RETRY_MS = 100;

const db = createDataSource({
  url: process.env.DATABASE_URL,
  entities: AVIS_ENTITIES,
  poolSize: Number(process.env.WRITERS),
  applicationName: 'oracle-writer',
});

const options = { clock: systemClock, limit: LIMIT, siteUrl: 'https://exemple.fr' };

/** As a worker does: what fails is tried again, what is done twice is done once. */
async function persist(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

await persist(() => db.initialize());

process.on('message', (message) => {
  void write(message);
});
process.on('disconnect', () => process.exit(0));

async function write({ batch, source, publications }) {
  const documents = publications.map((one) => ({
    source,
    identifiant: one.identifiant,
    format: 'rss-item',
    url: `https://example.org/${one.identifiant}`,
    body: Buffer.from(JSON.stringify(one)),
  }));
  await persist(() => archiveBatch(db, source, { documents, position: { batch }, faults: [], progress: null }));
  await persist(() => normaliseBatch(db, normaliserOf, LIMIT));
  await persist(() => matchBatch(db, { limit: LIMIT }));
  await persist(() => closeDue(db, { clock: systemClock, limit: LIMIT }));
  await persist(() => projectBatch(db, options));
  process.send({ batch });
}

process.send({ ready: true });
