import { randomUUID } from 'node:crypto';
import { avisId } from '#avis/fold/identity';
import { batchOf, normaliserOf, publication } from '#avis/testing/publications';
import { createWorld, SITE_URL, type World } from '#avis/testing/world';
import { archiveBatch } from '#avis/write/archive';
import type { AvisHistory } from '#avis/write/history';
import type { ClusterExplanation } from '#avis/write/match/explain-cluster';
import { replay } from '#avis/write/replay';
import { applyReplay } from '#avis/write/replay/apply-replay';
import { rebuild } from '#avis/write/replay/rebuild';
import { ops, opsJson } from '../testing/ops.js';

let world: World;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  world = await createWorld();
  env = { DATABASE_URL: world.database.url };
  await world.database.pool.query('update read.state set loading = false');
});
afterAll(() => world.close());

const titre = 'Réfection de la toiture du gymnase Jean-Moulin';
const keys = { procedure_uuid: null, boamp: [], consultations: [], reference_acheteur: null, joue: ['47522-2026'] };
const boamp = avisId('boamp', '26-1');
const ted = avisId('ted', '47522-2026');
const place = avisId('place', '815');
const sister = avisId('place', '816');

beforeEach(async () => {
  await world.reset();
  await world.ingest([
    publication('26-1', { keys, content: { titre } }),
    publication('47522-2026', { source: 'ted', keys, content: { titre } }),
    // The same by what it says.
    publication('815', { source: 'place', content: { titre, lien_source: 'https://p.example/815' } }),
  ]);
});

const explain = (id: string) => opsJson<ClusterExplanation>(['doublons', id], env);
const forms = async () =>
  Object.fromEntries(
    Object.entries(await world.served()).map(([id, { liste }]) => [
      id,
      liste['statut'] === 'retire' ? liste['canonique_id'] : 'served',
    ]),
  );
const options = () => ({ normaliserOf, clock: world.clock, limit: 10, siteUrl: SITE_URL });
const pairsOf = (pairs: readonly { a: string; b: string }[]) => pairs.map(({ a, b }) => [a, b].sort());
const pair = (a: string, b: string) => [a, b].sort();

test('a group is explained: who is served, what links it and how each field weighs', async () => {
  const group = await explain(ted);
  expect(group).toMatchObject({ id: ted, compare: true, separes: [], decisions: [], en_attente: [] });
  expect(group.membres.map((one) => one.id).sort()).toEqual([boamp, ted, place].sort());
  const served = group.membres[0]!;
  expect(served).toMatchObject({ id: group.canonique_id, servi: true, titre });
  for (const other of group.membres.slice(1)) {
    expect(other).toMatchObject({ servi: false, motif_retrait: 'doublon', canonique_id: served.id });
  }
  const exact = group.liens.find((link) => link.regle === 'joue')!;
  expect(pair(exact.a, exact.b)).toEqual(pair(boamp, ted));
  expect(exact).toMatchObject({ retenu: true, champs: { titre: { niveau: 'egal' } } });
  expect(exact.champs.titre.poids).toBeGreaterThan(0);
  expect(group.liens.some((link) => link.regle === 'ressemblance')).toBe(true);

  const { stdout } = await ops(['doublons', boamp], env);
  expect(stdout).toMatch(/joue +\d/);
  expect(stdout).toContain('titre egal +');
  expect(stdout).toMatch(/servi +Réfection/);
  expect(stdout).toMatch(/retiré \(doublon de 1\)/);
});

test('what a veto parts from the group is shown with the notice outside', async () => {
  await world.ingest([
    publication('816', { source: 'place', content: { titre, lien_source: 'https://p.example/816' } }),
  ]);
  const group = await explain(boamp);
  const [inside, outside] = group.membres.some((one) => one.id === place) ? [place, sister] : [sister, place];
  expect(group.membres.map((one) => one.id).sort()).toEqual([boamp, ted, inside].sort());
  expect(group.autres).toMatchObject([{ id: outside, servi: true, cluster_id: null }]);
  expect(group.separes).toMatchObject([{ a: inside, b: outside, veto: 'source' }]);
  const refused = group.liens.filter((link) => !link.retenu);
  expect(refused.length).toBeGreaterThan(0);
  for (const { a, b } of refused) expect([a, b]).toContain(outside);
  const { stdout } = await ops(['doublons', boamp], env);
  expect(stdout).toMatch(/\d – 4 +source/);
  expect(stdout).toMatch(/refused: see what is kept apart/);
  expect(stdout).toContain(outside);

  await opsJson(['doublons', 'reunir', inside, outside], env);
  await world.projectAll();
  const joined = await explain(outside);
  expect(joined.membres).toHaveLength(4);
  expect(joined).toMatchObject({ autres: [], separes: [] });
});

test('what is not whole, or not matched yet, says so', async () => {
  await archiveBatch(world.db, 'boamp', batchOf([publication('26-7')]));
  await world.normaliseAll();
  const fresh = avisId('boamp', '26-7');
  expect(await explain(fresh)).toMatchObject({
    cluster_id: null,
    compare: false,
    membres: [{ id: fresh, racine: '26-7', titre: null, servi: null }],
    en_attente: [{ id: fresh, stage: 'match', reason: 'publication', error: null }],
  });
  expect((await ops(['doublons', fresh], env)).stdout).toContain('not known yet');
  await world.ingest([publication('26-8', { kind: 'correction', cites: ['26-6'], content: { titre } })]);
  const part = avisId('boamp', '26-6');
  const { rows } = await world.database.pool.query<{ id: string }>('select id from write.avis where facts is null');
  for (const { id } of rows) expect((await ops(['doublons', id], env)).stdout).toContain('compared with nothing');
  expect(rows.map((row) => row.id)).toContain(part);
});

test('pairs that are nearly the same are proposed, and an operator decides them', async () => {
  await world.ingest([
    publication('77', {
      source: 'megalis_bretagne',
      date_publication: '2026-10-20',
      content: { titre, budget: null, nb_lots: null, lots: [] },
    }),
  ]);
  const alone = avisId('megalis_bretagne', '77');
  const before = await explain(alone);
  expect(before).toMatchObject({ cluster_id: null, canonique_id: alone, liens: [] });
  expect(pairsOf(before.incertains)).toContainEqual(pair(alone, boamp));
  expect((await ops(['doublons', alone], env)).stdout).toContain('ops doublons reunir');

  await opsJson(['doublons', 'reunir', alone, boamp, '--motif', 'même dossier'], env);
  await world.projectAll();
  const after = await explain(alone);
  expect(after.membres).toHaveLength(4);
  expect(after.decisions).toMatchObject([{ decision: 'lier', motif: 'même dossier', suivie: true }]);
  expect(pairsOf(after.incertains)).not.toContainEqual(pair(alone, boamp));
});

test('two that are separated are both served, stay so after replays, and are joined again on a word', async () => {
  const before = await forms();
  const canonical = (await explain(ted)).canonique_id!;
  const retired = [boamp, ted, place].find((id) => id !== canonical && id !== place) ?? place;
  const answer = await ops(['doublons', 'separer', canonical, retired, '--motif', 'deux lots'], env);
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('the worker applies it') as string });
  expect(await explain(canonical)).toMatchObject({ decisions: [{ decision: 'separer', suivie: false }] });
  expect((await explain(canonical)).en_attente.map(({ stage, reason }) => [stage, reason])).toEqual([
    ['match', 'operator'],
    ['match', 'operator'],
  ]);
  await world.projectAll();
  const apart = await forms();
  expect(apart[canonical]).toBe('served');
  expect(apart[retired]).toBe('served');
  expect(await explain(canonical)).toMatchObject({
    decisions: [{ decision: 'separer', motif: 'deux lots', suivie: true }],
    en_attente: [],
  });

  await expect(replay(world.db, options())).resolves.toEqual({ published: 0 });
  expect(await forms()).toEqual(apart);

  await opsJson(['doublons', 'reunir', canonical, retired], env);
  await world.projectAll();
  expect(await forms()).toEqual(before);
  await opsJson(['doublons', 'separer', canonical, retired], env);
  await world.projectAll();
  await opsJson(['doublons', 'oublier', retired, canonical], env);
  await world.projectAll();
  expect(await forms()).toEqual(before);
  expect((await explain(canonical)).decisions).toEqual([]);

  const history = await opsJson<AvisHistory>(['historique', retired], env);
  expect(history.decisions.map((one) => [one.verbe, one.autre_avis_id, one.motif])).toEqual([
    ['separer', canonical, 'deux lots'],
    ['lier', canonical, null],
    ['separer', canonical, null],
    ['oublier_lien', canonical, null],
  ]);
  expect((await ops(['historique', canonical], env)).stdout).toContain(`separer ${retired}`);
});

test('a word given while a replay waits to be applied holds in what it puts in force', async () => {
  const canonical = (await explain(ted)).canonique_id!;
  const retired = canonical === boamp ? ted : boamp;
  await rebuild(world.db, {}, options());
  await opsJson(['doublons', 'separer', canonical, retired], env);
  await world.projectAll();
  const apart = await forms();
  expect(apart[retired]).toBe('served');
  await applyReplay(world.db, { ...options(), despiteDisappearances: false });
  expect((await explain(retired)).decisions).toMatchObject([{ decision: 'separer', suivie: true }]);
  await world.projectAll();
  expect(await forms()).toEqual(apart);
});

test('the same word twice is done once', async () => {
  const changed = async (word: string, a: string, b: string) =>
    (await opsJson<{ changed: boolean }>(['doublons', word, a, b], env)).changed;
  expect(await changed('oublier', boamp, ted)).toBe(false);
  expect(await changed('separer', boamp, ted)).toBe(true);
  expect(await changed('separer', ted, boamp)).toBe(false);
  expect(await changed('reunir', boamp, ted)).toBe(true);
  expect(await changed('oublier', boamp, ted)).toBe(true);
  expect(await changed('oublier', boamp, ted)).toBe(false);
  const { decisions } = await opsJson<AvisHistory>(['historique', boamp], env);
  expect(decisions.map((one) => one.verbe)).toEqual(['separer', 'lier', 'oublier_lien']);
});

test('what cannot be decided is refused with what to do', async () => {
  const unknown = randomUUID();
  const refused = async (args: string[]) => {
    const { code, stderr } = await ops(['doublons', ...args], env);
    return [code, stderr];
  };
  expect(await refused([unknown])).toEqual([1, expect.stringContaining(unknown)]);
  expect(await refused(['separer', boamp, boamp])).toEqual([1, expect.stringContaining('the same notice')]);
  expect(await refused(['reunir', boamp, unknown])).toEqual([1, expect.stringContaining(unknown)]);
  expect(await refused(['oublier', boamp, unknown])).toEqual([1, expect.stringContaining(unknown)]);
  expect((await refused(['separer', boamp]))[0]).toBe(2);
  expect((await refused(['separer', boamp, 'x']))[0]).toBe(2);
  const { rows } = await world.database.pool.query('select from write.imposed_link');
  expect(rows).toEqual([]);
});
