import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '#platform/testing/database';
import type { AvisSynchronise } from '../answers.js';
import { openTarget } from './open-target.js';
import { firstPosition, startAgain } from './position.js';
import type { Target } from './target.js';

/** What every target promises: the greatest version wins, whatever the order, and unseen rows go away. */

interface Place {
  open(): Promise<Target>;
  read(): Promise<Record<string, AvisSynchronise>>;
  close(): Promise<void>;
}

const PLACES: Record<string, () => Promise<Place>> = {
  async postgres() {
    const database = await createTestDatabase();
    return {
      open: () => openTarget(database.url),
      async read() {
        const { rows } = await database.pool.query<{ id: string; document: AvisSynchronise }>('table miroir_avis');
        return Object.fromEntries(rows.map(({ id, document }) => [id, document]));
      },
      close: () => database.close(),
    };
  },
  async ndjson() {
    const folder = await mkdtemp(join(tmpdir(), 'cible-'));
    const path = join(folder, 'avis.ndjson');
    return {
      open: () => openTarget(path),
      async read() {
        const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
        const rows = lines.map((line) => JSON.parse(line) as AvisSynchronise);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        return Object.fromEntries(rows.map((row) => [row.id, row]));
      },
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

const A = '00000000-0000-5000-8000-00000000000a';
const B = '00000000-0000-5000-8000-00000000000b';
const FIRST = firstPosition('essai', 'ouvert');

/** Of the same millisecond, so that only a comparison as text tells them apart. */
const version = (microsecond: number) => `2026-11-01T08:00:00.000${String(microsecond).padStart(3, '0')}Z`;

function avis(id: string, microsecond: number, titre: string): AvisSynchronise {
  return { id, version: version(microsecond), statut: 'ouvert', source: 'boamp', titre } as AvisSynchronise;
}

let place: Place;
let target: Target;
afterEach(async () => {
  await target.close();
  await place.close();
});

describe.each(Object.entries(PLACES))('%s', (_, createPlace) => {
  beforeEach(async () => {
    place = await createPlace();
    target = await place.open();
  });

  async function reopen(): Promise<void> {
    await target.close();
    target = await place.open();
  }

  test('the greatest version wins, in any order, over openings and ends', async () => {
    await target.write([avis(A, 20, 'deux'), avis(B, 5, 'B')], FIRST);
    await target.write([avis(A, 10, 'un')], FIRST);
    await target.finish(FIRST);
    expect(await place.read()).toMatchObject({ [A]: { titre: 'deux' }, [B]: { titre: 'B' } });
    await reopen();
    await target.write([avis(A, 9, 'zéro'), avis(B, 6, 'B2')], FIRST);
    await target.write([avis(A, 20, 'rejoué')], FIRST);
    await target.finish(FIRST);
    await target.finish(FIRST);
    expect(await place.read()).toMatchObject({ [A]: { titre: 'deux' }, [B]: { titre: 'B2' } });
  });

  test('a retired notice stays as its reduced form', async () => {
    const retired = { id: A, statut: 'retire', motif_retrait: 'supprime', canonique_id: null, version: version(9) };
    await target.write([avis(A, 1, 'servi')], FIRST);
    await target.write([retired as AvisSynchronise], FIRST);
    await target.finish(FIRST);
    expect((await place.read())[A]).toEqual(retired);
  });

  test('rows not seen since a full copy began go away at its end, not before; a row seen again unchanged stays', async () => {
    await target.write([avis(A, 1, 'A'), avis(B, 2, 'B')], FIRST);
    await target.finish(FIRST);
    await reopen();
    const again = startAgain(FIRST);
    await target.write([], again);
    await target.write([avis(B, 2, 'B')], again);
    expect(Object.keys(await place.read()).sort()).toEqual([A, B]);
    await reopen();
    expect(await target.readPosition()).toEqual(again);
    await target.finish(again);
    expect(Object.keys(await place.read())).toEqual([B]);
  });

  test('texts come back as they were', async () => {
    const titre = 'ligne\nséparateurs \u2028\u2029 guillemets " \\ émoji 🏗 nul\\u0000';
    await target.write([avis(A, 1, titre)], FIRST);
    await target.finish(FIRST);
    await reopen();
    await target.finish(FIRST);
    expect((await place.read())[A]).toMatchObject({ titre });
  });
});
