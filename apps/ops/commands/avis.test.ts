import { avisId } from '#avis/fold/identity';
import { publication } from '#avis/testing/publications';
import { createWorld, type World } from '#avis/testing/world';
import type { AvisHistory } from '#avis/write/history';
import { ops, opsJson } from '../testing/ops.js';

let world: World;
let env: NodeJS.ProcessEnv;
const id = avisId('boamp', '26-1');
beforeAll(async () => {
  world = await createWorld();
  env = { DATABASE_URL: world.database.url };
  await world.database.pool.query('update read.state set loading = false');
  await world.ingest([publication('26-1'), publication('26-2')]);
});
afterAll(() => world.close());

const motif = async () => (await world.served())[id]?.liste['motif_retrait'];

test('a notice is deleted with a reason, stays so, and comes back when the operator says so', async () => {
  expect(await ops(['avis', 'supprimer', id], env)).toMatchObject({ code: 2 });
  await opsJson(['avis', 'supprimer', id, '--motif', 'décision de justice'], env);
  await world.projectAll();
  expect(await motif()).toBe('supprime');
  await world.ingest([publication('26-1', { content: { titre: 'Corrigé' } })]);
  expect(await motif()).toBe('supprime');
  expect(await ops(['avis', 'supprimer', id, '--motif', 'encore'], env)).toMatchObject({ code: 1 });
  await opsJson(['avis', 'retablir', id], env);
  await world.projectAll();
  expect((await world.served())[id]?.liste).toMatchObject({ statut: 'ouvert', titre: 'Corrigé' });
  expect(await ops(['avis', 'retablir', id], env)).toMatchObject({ code: 1 });
});

test('a source is cut and restored; again says so', async () => {
  expect(await opsJson(['source', 'couper', 'boamp', '--motif', 'essai'], env)).toMatchObject({
    etat: 'coupee',
    changed: true,
    avis: 2,
  });
  expect(await opsJson(['source', 'couper', 'boamp'], env)).toMatchObject({ changed: false });
  const sources = await opsJson<{ code: string; etat: string }[]>(['source', 'lister'], env);
  expect(sources.find((source) => source.code === 'boamp')?.etat).toBe('coupee');
  await world.projectAll();
  expect(await motif()).toBe('source_coupee');
  expect(await opsJson(['source', 'retablir', 'boamp'], env)).toMatchObject({ etat: 'active', changed: true });
  await world.projectAll();
  expect(await motif()).toBeUndefined();
});

test('the history tells every version, why, and what it was made of', async () => {
  const history = await opsJson<AvisHistory>(['historique', id], env);
  expect(
    history.versions.map(({ statut, motif_retrait, reason, champs }) => [statut, motif_retrait, reason, champs]),
  ).toEqual([
    ['ouvert', null, 'publication', null],
    ['retire', 'supprime', 'operator', null],
    ['ouvert', null, 'operator', null],
    ['retire', 'source_coupee', 'source cut', null],
    ['ouvert', null, 'source restored', null],
  ]);
  expect(history.publications.map((one) => one.identifiant)).toEqual(['26-1']);
  expect(history.decisions.map((one) => [one.verbe, one.source, one.motif])).toEqual([
    ['supprimer', null, 'décision de justice'],
    ['retablir', null, null],
    ['couper', 'boamp', 'essai'],
    ['retablir', 'boamp', null],
  ]);
  const { stdout } = await ops(['historique', id], env);
  expect(stdout).toMatch(/retire \(supprime\) +operator/);
  expect(await ops(['historique', avisId('boamp', 'none')], env)).toMatchObject({ code: 1 });
});
