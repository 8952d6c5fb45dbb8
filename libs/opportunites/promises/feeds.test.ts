import fc from 'fast-check';
import { avisId } from '#avis/fold/identity';
import { publication } from '#avis/testing/publications';
import { createWorld, SITE_URL, type World } from '#avis/testing/world';
import { normaliserOf } from '#avis/testing/publications';
import { closeDue } from '#avis/write/close-due';
import { deleteAvis, undeleteAvis } from '#avis/write/delete-avis';
import { replay } from '#avis/write/replay';
import { cutSource, restoreSource } from '#avis/write/source-state';
import { STATUTS_UTILISATEUR, type StatutUtilisateur } from '#contract/vocabulary';
import type { Profil } from '../profil.js';
import { someProfil, TITRES } from '../testing/arbitraries.js';
import { noteAll, recomputedFeeds, storedFeeds } from '../testing/feeds.js';
import { noterAvis } from '../write/noter-avis.js';
import { noterProfil } from '../write/noter-profil.js';
import { StoredProfils } from '../write/stored-profils.js';

const START = '2090-01-02T00:00:00.000Z';
const DAY_MS = 86_400_000;
const SOURCES = ['boamp', 'ted'] as const;
const NOTICES = 6;
const COMPTES = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${String(n)}`);

type Step =
  | {
      do: 'publish';
      n: number;
      titre: string;
      days: number | null;
      cpv: string | null;
      departement: string;
      budget: number;
    }
  | { do: 'cancel' | 'delete' | 'return'; n: number }
  | { do: 'cut' | 'restore'; source: (typeof SOURCES)[number] }
  | { do: 'wait'; days: number }
  | { do: 'replay' }
  | { do: 'ask'; compte: string; profil: Profil | null }
  | { do: 'mark'; compte: string; n: number; statut: StatutUtilisateur | null; seen: boolean }
  | { do: 'note'; what: 'avis' | 'profil' };

function someSteps(): fc.Arbitrary<Step[]> {
  const n = fc.integer({ min: 0, max: NOTICES - 1 });
  const compte = fc.constantFrom(...COMPTES);
  const of = <K extends Step['do']>(what: K) => ({ do: fc.constant(what) });
  const publish = fc.record({
    ...of('publish'),
    n,
    titre: fc.constantFrom(...TITRES),
    days: fc.option(fc.integer({ min: -5, max: 60 }), { nil: null }),
    cpv: fc.constantFrom('45261000', '45214210', '71200000', null),
    departement: fc.constantFrom('35', '22', '75', '2A'),
    budget: fc.constantFrom(40_000, 90_000, 1_000_000),
  });
  const ask = fc.record({ ...of('ask'), compte, profil: fc.option(someProfil(), { nil: null, freq: 5 }) });
  const mark = fc.record({
    ...of('mark'),
    compte,
    n,
    statut: fc.option(fc.constantFrom(...STATUTS_UTILISATEUR), { nil: null }),
    seen: fc.boolean(),
  });
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: publish },
      { weight: 5, arbitrary: ask },
      { weight: 5, arbitrary: mark },
      { weight: 4, arbitrary: fc.record({ ...of('note'), what: fc.constantFrom('avis' as const, 'profil' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'delete' as const, 'return' as const), n }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom('cut' as const, 'restore' as const),
          source: fc.constantFrom(...SOURCES),
        }),
      },
      { weight: 1, arbitrary: fc.record({ ...of('wait'), days: fc.integer({ min: 1, max: 40 }) }) },
      { weight: 1, arbitrary: fc.record(of('replay')) },
    ),
    { minLength: 8, maxLength: 30, size: 'max' },
  );
}

const sourceOf = (n: number) => SOURCES[n % 2]!;
const idOf = (n: number) => avisId(sourceOf(n), `26-${String(n)}`);

let world: World;
beforeAll(async () => {
  world = await createWorld(START);
});
afterAll(() => world.close());

async function reset(): Promise<void> {
  await world.reset();
  await world.database.pool.query(
    `truncate write.profil, write.suivi, write.annonce, write.a_noter, write.profil_a_noter, write.verdict, read.opportunite`,
  );
  world.clock.set(START);
}

async function apply(step: Step, profils: StoredProfils): Promise<void> {
  const { db, clock } = world;
  const now = clock.now().getTime();
  switch (step.do) {
    case 'publish': {
      const { n, titre, days, cpv, departement, budget } = step;
      await world.ingest([
        publication(`26-${String(n)}`, {
          source: sourceOf(n),
          date_publication: clock.now().toISOString().slice(0, 10),
          keys: { procedure_uuid: idOf(n), joue: [], boamp: [], consultations: [], reference_acheteur: null },
          content: {
            titre,
            cpv,
            budget,
            date_limite: days === null ? null : `${new Date(now + days * DAY_MS).toISOString().slice(0, 19)}Z`,
            lieu_execution: { departements: [departement], code_nuts: null },
          },
        }),
      ]);
      return;
    }
    case 'cancel': {
      const { n } = step;
      const cancellation = { kind: 'cancellation' as const, cites: [`26-${String(n)}`], closes: true };
      await world.ingest([publication(`26-9${String(n)}`, { source: sourceOf(n), ...cancellation })]);
      return;
    }
    case 'delete':
      await deleteAvis(db, idOf(step.n), 'test');
      break;
    case 'return':
      await undeleteAvis(db, idOf(step.n), 'test');
      break;
    case 'cut':
      await cutSource(db, step.source, 'test');
      break;
    case 'restore':
      await restoreSource(db, step.source, 'test');
      break;
    case 'wait':
      clock.set(new Date(now + step.days * DAY_MS).toISOString());
      await closeDue(db, { clock, limit: 1_000 });
      break;
    case 'replay':
      await replay(db, { clock, limit: 500, siteUrl: SITE_URL, normaliserOf });
      break;
    case 'ask':
      await ask(step.compte, step.profil);
      return;
    case 'mark':
      await mark(step.compte, idOf(step.n), step.statut, step.seen);
      return;
    case 'note':
      if (step.what === 'avis') await noterAvis(db, profils, { limit: 1 });
      else await noterProfil(db);
      return;
  }
  await world.projectAll();
}

/** As the application would, straight into its tables. */
async function ask(compte: string, profil: Profil | null): Promise<void> {
  const { pool } = world.database;
  if (profil === null) await pool.query('delete from write.profil where compte_id = $1', [compte]);
  else
    await pool.query(
      `insert into write.profil (compte_id, profil) values ($1, $2)
       on conflict (compte_id) do update set profil = excluded.profil`,
      [compte, JSON.stringify(profil)],
    );
}

async function mark(compte: string, avis: string, statut: StatutUtilisateur | null, seen: boolean): Promise<void> {
  const { pool } = world.database;
  if (statut === null)
    await pool.query('delete from write.suivi where compte_id = $1 and avis_id = $2', [compte, avis]);
  else
    await pool.query(
      `insert into write.suivi values ($1, $2, $3, $4)
       on conflict (compte_id, avis_id) do update set statut = excluded.statut, vu_le = excluded.vu_le`,
      [compte, avis, statut, seen ? '2026-11-21T09:30:00Z' : null],
    );
}

test('after any changes the feeds are what scoring everything again would make them', async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(someSteps(), async (steps) => {
      await reset();
      const profils = new StoredProfils();
      for (const step of steps) await apply(step, profils);
      await noteAll(world.db, profils, 3);
      const expected = await recomputedFeeds(world.db);
      rows += expected.length;
      expect(await storedFeeds(world.db)).toEqual(expected);
      // Nothing queued, nothing to do again: scoring all once more changes no row.
      await world.database.pool.query(
        'insert into write.a_noter select id from read.avis; insert into write.profil_a_noter select compte_id from write.profil',
      );
      const again = await noterAvis(world.db, new StoredProfils(), { limit: 1_000 });
      expect(again.changed).toBe(0);
      while ((await noterProfil(world.db)).done > 0);
      expect(await storedFeeds(world.db)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
  expect(rows).toBeGreaterThan(0);
}, 300_000);
