import { avisId } from '#avis/fold/identity';
import { publication } from '#avis/testing/publications';
import { createWorld, type World } from '#avis/testing/world';
import type { Profil } from '../../profil.js';
import { noteAll } from '../../testing/feeds.js';
import { StoredProfils } from '../../write/stored-profils.js';
import { Evaluateur, type EvaluateurParts } from '../evaluateur.js';
import { EvaluationFault } from '../modele.js';
import { type FakeModele, fakeModele } from '../testing/fake-modele.js';
import { reconcileVerdicts } from '../write/reconcile.js';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const PROFIL: Profil = {
  cpv: ['45'],
  mots_cles: [],
  departements: ['42'],
  rayon_km: 0,
  budget_min: null,
  budget_max: null,
  types_marche: [],
  procedures: [],
};
const NEVER = new AbortController().signal;
const LIMITS = { timeoutMs: 1000, appelsParJour: 1000, appelsParMinute: 6000 };

let world: World;
let profils: StoredProfils;
let petit: FakeModele;
let grand: FakeModele;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await sql(
    `truncate write.profil, write.suivi, write.annonce, write.a_noter, write.profil_a_noter, write.verdict,
       write.evaluation, write.appel_modele, read.opportunite`,
  );
  profils = new StoredProfils();
  petit = fakeModele('petit-1');
  grand = fakeModele('grand-1');
  await ask(A, PROFIL);
  await publish('26-1');
});

async function sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await world.database.pool.query(text, values)).rows as T[];
}
const ask = (compte: string, profil: Partial<Profil>) =>
  sql(
    `insert into write.profil (compte_id, profil) values ($1, $2)
     on conflict (compte_id) do update set profil = excluded.profil`,
    [compte, JSON.stringify({ ...PROFIL, ...profil })],
  );
const forget = (compte: string) => sql('delete from write.profil where compte_id = $1', [compte]);
const note = () => noteAll(world.db, profils);
/** Notices whose title is their number. */
async function publish(...numbers: string[]): Promise<void> {
  await world.ingest(numbers.map((number) => publication(number, { content: { titre: number } })));
  await note();
}
async function change(number: string, titre: string): Promise<void> {
  await world.ingest([publication(number, { content: { titre } })]);
  await note();
}
const setScore = (compte: string, number: string, score: number) =>
  sql('update read.opportunite set score = $3 where compte_id = $1 and avis_id = $2', [compte, idOf(number), score]);
const idOf = (number: string) => avisId('boamp', number);

function evaluateur(modele: FakeModele, given: Partial<EvaluateurParts> & { appelsParJour?: number } = {}) {
  const { appelsParJour = LIMITS.appelsParJour, ...parts } = given;
  return new Evaluateur(world.db, {
    role: modele === grand ? 'grand' : 'petit',
    modele,
    limits: { ...LIMITS, appelsParJour },
    scoreMin: 0,
    onRest: () => undefined,
    retry: { firstMs: 1, maxRetryAfterMs: 1000 },
    ...parts,
  });
}
const work = (modele: FakeModele, given: Parameters<typeof evaluateur>[1] = {}, signal = NEVER) =>
  evaluateur(modele, given).work({ forMs: 20_000, signal });

/** What the feed serves and filters by. */
async function served(compte = A, number = '26-1') {
  const [row] = await sql<{ verdict: string | null; verdict_filtre: string }>(
    'select verdict, verdict_filtre from read.opportunite where compte_id = $1 and avis_id = $2',
    [compte, idOf(number)],
  );
  return row && [row.verdict === null ? null : (JSON.parse(row.verdict) as unknown), row.verdict_filtre];
}
const kept = () =>
  sql<{ role: string; valeur: string; raison: string; modele: string }>(
    'select role, valeur, raison, modele from write.verdict order by role desc',
  );
const appels = () => sql('select role, appels, jetons::int as jetons from write.appel_modele order by role desc');

test('both models are asked, each outcome is kept, and the feed says what the rule makes of them', async () => {
  expect(await served()).toEqual([null, 'oui']);
  petit.answer(() => ({ valeur: 'non', raison: 'Autre métier.' }));
  expect(await work(petit)).toEqual({ evalues: 1, failed: 0, outdated: 0 });
  expect(await served()).toEqual([{ valeur: 'non', raison: 'Autre métier.' }, 'incertain']);
  grand.answer(() => ({ valeur: 'non', raison: 'Rien de commun.' }));
  await work(grand);
  expect(await served()).toEqual([{ valeur: 'non', raison: 'Rien de commun.' }, 'non']);
  expect(await kept()).toEqual([
    { role: 'petit', valeur: 'non', raison: 'Autre métier.', modele: 'petit-1' },
    { role: 'grand', valeur: 'non', raison: 'Rien de commun.', modele: 'grand-1' },
  ]);
  expect(await appels()).toEqual([
    { role: 'petit', appels: 1, jetons: 100 },
    { role: 'grand', appels: 1, jetons: 100 },
  ]);
});

test('what holds is not asked again, whatever restarts; another account is another evaluation', async () => {
  await work(petit);
  await work(petit);
  expect(await reconcileVerdicts(world.db)).toBe(0);
  expect(petit.asked).toEqual(['26-1']);
  await ask(B, PROFIL);
  await note();
  await work(petit);
  expect(petit.asked).toEqual(['26-1', '26-1']);
});

test('another model or another prompt is asked; the former outcome is served until then', async () => {
  await work(petit);
  const other = fakeModele('petit-2');
  other.answer(() => new EvaluationFault('status', 500));
  await work(other);
  expect(await served()).toEqual([{ valeur: 'oui', raison: 'petit-1' }, 'oui']);
  await sql('truncate write.evaluation');
  other.answer(() => ({ valeur: 'incertain', raison: 'petit-2' }));
  await work(other);
  expect(await served()).toEqual([{ valeur: 'incertain', raison: 'petit-2' }, 'incertain']);
  await sql(`update write.verdict set consigne = 'an older one'`);
  await work(other);
  expect(other.asked.length).toBe(5);
});

test('a model that fails leaves what the other said, and is not asked the same at once again', async () => {
  await work(grand);
  petit.answer(() => new EvaluationFault('refused'));
  expect(await work(petit)).toEqual({ evalues: 0, failed: 1, outdated: 0 });
  expect(await work(petit)).toEqual({ evalues: 0, failed: 0, outdated: 0 });
  expect(petit.asked).toHaveLength(1);
  expect(await served()).toEqual([{ valeur: 'oui', raison: 'grand-1' }, 'oui']);
  expect(await sql('select role, attempts, error, not_before > now() as later from write.evaluation')).toEqual([
    { role: 'petit', attempts: 1, error: 'refused', later: true },
  ]);
  // The notice says something else: perhaps not refused any more.
  await change('26-1', 'Autre chose');
  petit.answer(() => ({ valeur: 'oui', raison: null }));
  expect((await work(petit)).evalues).toBe(1);
});

test('a verdict of what a notice was, or a profile, is served no more and asked anew', async () => {
  await work(petit);
  await change('26-1', 'Tout autre chose');
  await reconcileVerdicts(world.db);
  expect(await served()).toEqual([null, 'oui']);
  await work(petit);
  expect(await served()).toEqual([{ valeur: 'oui', raison: 'petit-1' }, 'oui']);
  await ask(A, { rayon_km: 10 });
  await note();
  await reconcileVerdicts(world.db);
  expect(await served()).toEqual([null, 'oui']);
  await work(petit);
  expect(petit.asked).toEqual(['26-1', 'Tout autre chose', 'Tout autre chose']);
});

test('an outcome of what the notice was does not count beside one of what it is', async () => {
  petit.answer(() => ({ valeur: 'non', raison: 'Avant.' }));
  await work(petit);
  await change('26-1', 'Tout autre chose');
  grand.answer(() => ({ valeur: 'non', raison: 'Maintenant.' }));
  await work(grand);
  expect(await served()).toEqual([{ valeur: 'non', raison: 'Maintenant.' }, 'incertain']);
});

test('a row that comes back to the feed takes up its verdict unasked', async () => {
  await work(petit);
  await sql('delete from read.opportunite');
  await sql('insert into write.a_noter (avis_id) values ($1)', [idOf('26-1')]);
  await note();
  expect(await served()).toEqual([null, 'oui']);
  expect(await reconcileVerdicts(world.db)).toBe(1);
  expect(await served()).toEqual([{ valeur: 'oui', raison: 'petit-1' }, 'oui']);
  expect(petit.asked).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
  ['the notice changes', () => change('26-1', 'Autre chose')],
  ['the profile changes', () => ask(A, { rayon_km: 10 })],
  ['the notice leaves the feed', () => sql('delete from read.opportunite')],
  [
    'the account has another profile, whose versions begin again',
    () => forget(A).then(() => ask(A, { cpv: ['45', '71'] })),
  ],
])('an answer that comes when %s meanwhile is dropped', async (_case, meanwhile) => {
  petit.answer(async () => {
    await meanwhile();
    return { valeur: 'non', raison: 'De ce qui était.' };
  });
  expect(await work(petit)).toEqual({ evalues: 0, failed: 0, outdated: 1 });
  await note();
  expect(await kept()).toEqual([]);
  expect((await served())?.[0] ?? null).toBeNull();
  // And what it is now is asked at once.
  petit.answer(() => ({ valeur: 'oui', raison: null }));
  expect((await work(petit)).evalues).toBe((await served()) === undefined ? 0 : 1);
});

test('the budget of a day is one for all workers and restarts, and counts failed requests', async () => {
  await publish('26-2', '26-3', '26-4', '26-5');
  petit.answer(() => new EvaluationFault('status', 500));
  await work(petit, { appelsParJour: 2 });
  expect(petit.asked).toHaveLength(2);
  petit.answer(() => ({ valeur: 'oui', raison: null }));
  await Promise.all([1, 2, 3].map(() => work(petit, { appelsParJour: 4 })));
  await work(petit, { appelsParJour: 4 });
  expect(petit.asked).toHaveLength(4);
  expect(await appels()).toEqual([{ role: 'petit', appels: 4, jetons: 200 }]);
  // The other model has its own.
  expect((await work(grand, { appelsParJour: 2 })).evalues).toBe(2);
  await sql('update write.appel_modele set jour = jour - 1');
  expect((await work(petit, { appelsParJour: 4 })).evalues).toBe(3);
  expect(await work(petit, { appelsParJour: 0 })).toEqual({ evalues: 0, failed: 0, outdated: 0 });
});

test('two workers never ask the same', async () => {
  const numbers = Array.from({ length: 12 }, (_, n) => `26-${String(n + 1)}`);
  await publish(...numbers);
  const counts = await Promise.all([work(petit), work(petit), work(petit)]);
  expect(counts.reduce((sum, { evalues }) => sum + evalues, 0)).toBe(12);
  expect([...petit.asked].sort()).toEqual([...numbers].sort());
});

test('what a worker that died was asking is asked again once its claim is over', async () => {
  petit.answer(() => {
    throw new Error('killed');
  });
  await expect(work(petit)).rejects.toThrow('killed');
  petit.answer(() => ({ valeur: 'oui', raison: null }));
  expect((await work(petit)).evalues).toBe(0);
  await sql(`update write.evaluation set not_before = now() - interval '1 second'`);
  expect((await work(petit)).evalues).toBe(1);
});

test('a worker that stops gives its claim back', async () => {
  const stop = new AbortController();
  petit.answer(() => {
    stop.abort();
    return new EvaluationFault('aborted');
  });
  expect(await work(petit, {}, stop.signal)).toEqual({ evalues: 0, failed: 0, outdated: 0 });
  petit.answer(() => ({ valeur: 'oui', raison: null }));
  expect((await work(petit)).evalues).toBe(1);
});

test('a model that fails three times in a row rests, and the other goes on', async () => {
  await publish('26-2', '26-3', '26-4', '26-5');
  const rests: string[] = [];
  petit.answer(() => new EvaluationFault('timeout'));
  const tired = evaluateur(petit, { onRest: (fault, ms) => rests.push(`${fault.message} ${String(ms)}`) });
  expect((await tired.work({ forMs: 20_000, signal: NEVER })).failed).toBe(3);
  expect((await tired.work({ forMs: 20_000, signal: NEVER })).failed).toBe(0);
  expect(rests).toEqual(['timeout 60000']);
  expect((await work(grand)).evalues).toBe(5);
});

test('the best of each account come first, and before them what the other model rejected', async () => {
  await ask(B, PROFIL);
  await publish('26-2', '26-3', '26-4');
  const scores: [string, string, number][] = [
    [A, '26-1', 90],
    [A, '26-2', 80],
    [A, '26-3', 70],
    [A, '26-4', 49],
    [B, '26-1', 49],
    [B, '26-2', 49],
    [B, '26-3', 60],
    [B, '26-4', 55],
  ];
  for (const [compte, number, score] of scores) await setScore(compte, number, score);
  petit.answer((titre) => ({ valeur: titre === '26-4' ? 'non' : 'oui', raison: null }));
  await work(petit, { scoreMin: 50 });
  expect(petit.asked).toEqual(['26-1', '26-3', '26-2', '26-4', '26-3']);
  await work(grand, { scoreMin: 50 });
  expect(grand.asked).toEqual(['26-4', '26-1', '26-3', '26-2', '26-3']);
});

test('nothing is asked of notices that are closed or that the user ignores', async () => {
  await publish('26-2', '26-3');
  await sql(`insert into write.suivi values ($1, $2, 'ignored', null), ($1, $3, 'saved', null)`, [
    A,
    idOf('26-1'),
    idOf('26-2'),
  ]);
  await world.ingest([publication('26-2-A', { kind: 'cancellation', cites: ['26-2'] })]);
  await note();
  await work(petit);
  expect(petit.asked).not.toContain('26-1');
  expect(petit.asked).toContain('26-3');
});
