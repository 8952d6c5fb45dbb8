import { publication, batchOf } from '../testing/publications.js';
import { createWorld, type World } from '../testing/world.js';
import { archiveBatch } from './archive.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const state = (titre: string) => publication('26-1', { content: { titre } });

test('a batch in which a record changes and changes back ends in the state that it was in', async () => {
  await archiveBatch(world.db, 'boamp', batchOf([state('un')]));
  expect(await archiveBatch(world.db, 'boamp', batchOf([state('deux'), state('un')]))).toMatchObject({
    added: 2,
    changed: 2,
  });
  expect(await archiveBatch(world.db, 'boamp', batchOf([state('un'), state('un')]))).toMatchObject({
    added: 0,
    known: 2,
  });
});

test('the same document twice in one batch is one', async () => {
  const [one, other] = [publication('26-2'), publication('26-3')];
  expect(await archiveBatch(world.db, 'boamp', batchOf([one, other, one]))).toMatchObject({
    added: 2,
    changed: 0,
    known: 1,
  });
});
