import { existsSync, readFileSync } from 'node:fs';
import type { RawDocument } from '#sources/adapter';
import { normaliseBoamp } from '#sources/boamp/normalise';
import { avisId } from '../fold/identity.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { archiveBatch } from '../write/archive.js';
import { matchBatch } from '../write/match/match-batch.js';
import { normaliseBatch } from '../write/normalise.js';
import { projectBatch } from '../write/project.js';

const SAMPLES = '../shared/samples/boamp_api_v1';
const present = existsSync(SAMPLES);
if (!present) console.warn(`${SAMPLES} is absent: the real cancellation pair is not tested`);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

function sample(identifiant: string): RawDocument {
  const body = readFileSync(`${SAMPLES}/${identifiant}.json`);
  return { source: 'boamp', identifiant, format: 'boamp-json', url: `file:${identifiant}`, body };
}

/** Real pair: 25-127510, a whole notice republished with `etat` ANNULATION, cancels 25-123573. */
(present ? test : test.skip).each([
  ['in order', [['25-123573', '25-127510']]],
  ['the cancellation first', [['25-127510', '25-123573']]],
  ['each in a batch of its own', [['25-123573'], ['25-127510']]],
  ['each in a batch of its own, the cancellation first', [['25-127510'], ['25-123573']]],
])('an EU cancellation and its notice end as one closed notice: %s', async (_name, batches) => {
  for (const batch of batches) {
    await archiveBatch(world.db, 'boamp', { documents: batch.map(sample), position: {}, faults: [], progress: null });
    await normaliseBatch(world.db, () => normaliseBoamp, 10);
    await matchBatch(world.db, { limit: 10 });
    await projectBatch(world.db, { clock: world.clock, limit: 10, siteUrl: SITE_URL });
  }
  const served = await world.served();
  const id = avisId('boamp', '25-123573');
  expect(Object.keys(served)).toEqual([id]);
  expect(served[id]?.liste).toMatchObject({ id, statut: 'clos' });
  expect(String(served[id]?.liste['lien_source'])).toContain('25-123573');
});
