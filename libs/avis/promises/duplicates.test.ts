import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { avisId } from '../fold/identity.js';
import { avisDetail } from '../read/detail.js';
import { publication } from '../testing/publications.js';
import { createWorld, type World } from '../testing/world.js';
import { deleteAvis } from '../write/delete-avis.js';
import { cutSource, restoreSource } from '../write/source-state.js';

/** The contract's paths of a duplicate: retirement, re-election, borrowed values, a SIRET deduced and then published. */
let world: World;
let pool: pg.Pool;
beforeAll(async () => {
  world = await createWorld();
  pool = new pg.Pool({ connectionString: world.database.apiUrl, max: 1 });
  await world.database.pool.query('update read.state set loading = false');
});
afterAll(async () => {
  await pool.end();
  await world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.database.pool.query('truncate read.source, write.reglage');
});

const PROCEDURE = { procedure_uuid: 'b7a1', joue: [], boamp: [], consultations: [], reference_acheteur: null };
const CONSULTATION = {
  procedure_uuid: null,
  joue: [],
  boamp: [],
  consultations: ['www.marches-publics.gouv.fr|991'],
  reference_acheteur: null,
};
const BOAMP = avisId('boamp', '26-1');
const TED = avisId('ted', '700-2026');
const PLACE = avisId('place', '991');

const acheteur = { nom: 'Commune de Saint-Étienne', siret: null, departement: '42' };
const boamp = (content = {}, keys = PROCEDURE) => publication('26-1', { keys, content });
const ted = (content = {}) => publication('700-2026', { source: 'ted', keys: PROCEDURE, content });
const place = (content = {}) =>
  publication('991', {
    source: 'place',
    keys: CONSULTATION,
    content: { titre: boamp().content.titre ?? null, ...content },
  });

const detail = async (id: string) => (await world.served())[id]!.detail;
const versions = async () =>
  Object.fromEntries(
    (
      await world.database.pool.query<{ id: string; n: number }>(
        'select avis_id as id, count(*)::int as n from write.historique group by 1',
      )
    ).rows.map(({ id, n }) => [id, n]),
  );

test('a duplicate is retired and says which notice replaces it, to the list of changes and by its id', async () => {
  await world.ingest([ted()]);
  expect(await detail(TED)).toMatchObject({ statut: 'ouvert', publie_aussi_sur: [] });
  await world.ingest([boamp()]);
  const retired = { id: TED, statut: 'retire', motif_retrait: 'doublon', canonique_id: BOAMP };
  expect(await detail(TED)).toEqual(retired);
  expect((await world.served())[TED]!.liste).toEqual(retired);
  const shown = await avisDetail(pool, TED, ['boamp', 'ted']);
  expect(JSON.parse(shown ?? '{}')).toMatchObject(retired);
  expect(await detail(BOAMP)).toMatchObject({
    statut: 'ouvert',
    publie_aussi_sur: [
      { source: 'ted', nom: 'TED / JOUE S', lien: ted().content.lien_source, date_publication: '2026-10-01' },
    ],
    origines: {},
  });
  expect(await versions()).toEqual({ [TED]: 2, [BOAMP]: 1 });
  const { rows } = await world.database.pool.query(
    'select reason from write.historique where avis_id = $1 order by version',
    [TED],
  );
  expect(rows).toEqual([{ reason: 'publication' }, { reason: 'doublon' }]);
});

test("the canonical notice's source cut: the best of the others is served again, the rest point to it; restored: back", async () => {
  await world.ingest([
    boamp({}, { ...PROCEDURE, consultations: CONSULTATION.consultations as never[] }),
    ted(),
    place(),
  ]);
  const before = await world.served();
  expect(before[BOAMP]!.detail).toMatchObject({ statut: 'ouvert' });
  expect(before[TED]!.detail).toMatchObject({ motif_retrait: 'doublon', canonique_id: BOAMP });
  expect(before[PLACE]!.detail).toMatchObject({ motif_retrait: 'doublon', canonique_id: BOAMP });
  await cutSource(world.db, 'boamp', null);
  await world.projectAll();
  const cut = await world.served();
  expect(cut[BOAMP]!.detail).toMatchObject({ motif_retrait: 'source_coupee', canonique_id: null });
  expect(cut[TED]!.detail).toMatchObject({ statut: 'ouvert', publie_aussi_sur: [{ source: 'place' }] });
  expect(cut[PLACE]!.detail).toMatchObject({ motif_retrait: 'doublon', canonique_id: TED });
  await restoreSource(world.db, 'boamp', null);
  await world.projectAll();
  expect(await world.served()).toEqual(before);
  expect(await versions()).toMatchObject({ [BOAMP]: 3, [TED]: 3, [PLACE]: 3 });
});

test('a notice that another of its source took over points to what is served in its place, whichever source is cut', async () => {
  const first = publication('699-2026', { source: 'ted', keys: PROCEDURE });
  await world.ingest([first, ted(), boamp()]);
  await world.ingest([{ ...ted(), kind: 'correction', whole: true, cites: ['699-2026'] }]);
  const before = await world.served();
  expect(before[TED]!.detail).toMatchObject({ motif_retrait: 'doublon', canonique_id: BOAMP });
  await cutSource(world.db, 'boamp', null);
  await world.projectAll();
  const FIRST = avisId('ted', '699-2026');
  expect(await detail(FIRST)).toMatchObject({ statut: 'ouvert' });
  expect(await detail(TED)).toMatchObject({ motif_retrait: 'doublon', canonique_id: FIRST });
  await restoreSource(world.db, 'boamp', null);
  await world.projectAll();
  expect(await world.served()).toEqual(before);
});

test('the canonical notice deleted: the next one is served', async () => {
  await world.ingest([boamp(), ted()]);
  await deleteAvis(world.db, BOAMP, 'essai');
  await world.projectAll();
  expect(await detail(BOAMP)).toMatchObject({ motif_retrait: 'supprime', canonique_id: null });
  expect(await detail(TED)).toMatchObject({ statut: 'ouvert', publie_aussi_sur: [] });
});

test('the canonical notice deleted while matching finds it a duplicate: the duplicate is served', async () => {
  await world.ingest([boamp()]);
  const { held, release } = holding(world.db);
  const deletion = deleteAvis(held, BOAMP, 'essai');
  // Matched and projected before the deletion is committed: neither sees it.
  await world.ingest([ted()]);
  expect(await detail(TED)).toMatchObject({ motif_retrait: 'doublon', canonique_id: BOAMP });
  release();
  await expect(deletion).resolves.toBe(true);
  await world.projectAll();
  expect(await detail(BOAMP)).toMatchObject({ motif_retrait: 'supprime' });
  expect(await detail(TED)).toMatchObject({ statut: 'ouvert' });
});

/** The same database, whose transactions have done all their work and are not committed until they are released. */
function holding(db: DataSource): { held: DataSource; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const transaction = (work: (manager: EntityManager) => Promise<unknown>) =>
    db.transaction(async (manager) => {
      const result = await work(manager);
      await released;
      return result;
    });
  return { held: { transaction } as unknown as DataSource, release };
}

test('a borrowed budget raises completeness, says where it comes from, and follows its lender', async () => {
  await world.ingest([boamp({ budget: null })]);
  expect(await detail(BOAMP)).toMatchObject({ budget: null, completude: 90, champs_manquants: ['budget'] });
  await world.ingest([ted({ budget: 75_000 })]);
  expect(await detail(BOAMP)).toMatchObject({
    budget: 75_000,
    completude: 100,
    champs_manquants: [],
    origines: { budget: { origine: 'publié', source: 'ted' } },
  });
  const { rows } = await world.database.pool.query(
    'select completude, completude_propre, budget::float from read.avis where id = $1',
    [BOAMP],
  );
  expect(rows).toEqual([{ completude: 100, completude_propre: 90, budget: 75_000 }]);
  await world.ingest([ted({ budget: 80_000 })]);
  expect(await detail(BOAMP)).toMatchObject({ budget: 80_000 });
  await cutSource(world.db, 'ted', null);
  await world.projectAll();
  expect(await detail(BOAMP)).toMatchObject({ budget: null, completude: 90, origines: {}, publie_aussi_sur: [] });
  await restoreSource(world.db, 'ted', null);
  await world.ingest([boamp({ budget: 90_000 })]);
  expect(await detail(BOAMP)).toMatchObject({ budget: 90_000, origines: {} });
});

test('what resemblance alone joins is lent as « jumeau », and after what an exact key proves', async () => {
  await world.ingest([
    boamp({ budget: null, acheteur }),
    publication('A-77', { source: 'marchesonline', content: { ...boamp().content, budget: 60_000 } }),
  ]);
  expect(await detail(BOAMP)).toMatchObject({
    budget: 60_000,
    acheteur: { siret: '21420218300017' },
    origines: {
      budget: { origine: 'jumeau', source: 'marchesonline' },
      acheteur: { siret: { origine: 'jumeau', source: 'marchesonline' } },
    },
  });
  await world.ingest([ted({ budget: 75_000 })]);
  expect(await detail(BOAMP)).toMatchObject({
    budget: 75_000,
    origines: {
      budget: { origine: 'publié', source: 'ted' },
      acheteur: { siret: { origine: 'publié', source: 'ted' } },
    },
  });
});

test('the description of a source without an open licence is not lent to what rediffusion keys may see', async () => {
  await world.ingest([
    boamp({ description: null, budget: null }, { ...PROCEDURE, consultations: CONSULTATION.consultations as never[] }),
    place(),
  ]);
  expect(await detail(BOAMP)).toMatchObject({
    description: null,
    budget: 120_000,
    origines: { budget: { origine: 'publié', source: 'place' } },
  });
  await world.ingest([ted()]);
  expect(await detail(BOAMP)).toMatchObject({ origines: { description: { origine: 'publié', source: 'ted' } } });
});

test('a deduced SIRET says so; one that the source publishes replaces it and the origin disappears', async () => {
  await world.ingest([boamp({ acheteur })]);
  await world.database.pool.query('insert into write.siret_deduit (avis_id, siret) values ($1, $2)', [
    BOAMP,
    '21420218300017',
  ]);
  await world.database.pool.query("insert into write.a_projeter (avis_id, reason) values ($1, 'deduction')", [BOAMP]);
  await expect(world.projectAll()).resolves.toBe(1);
  expect(await detail(BOAMP)).toMatchObject({
    acheteur: { siret: '21420218300017' },
    origines: { acheteur: { siret: { origine: 'deduit', source: 'marches-publics' } } },
    completude: 100,
  });
  await world.ingest([boamp({ acheteur: { ...acheteur, siret: '21420218300025' } })]);
  expect(await detail(BOAMP)).toMatchObject({ acheteur: { siret: '21420218300025' }, origines: {} });
});

test('lots, renewals and re-launches are not duplicates', async () => {
  await world.ingest([
    boamp({}, { ...PROCEDURE, procedure_uuid: null as never }),
    publication('L2', {
      source: 'place',
      content: { ...boamp().content, titre: 'Réfection de la toiture 26-1, lot 2' },
    }),
    publication('R1', {
      source: 'maximilien',
      date_publication: '2027-02-01',
      content: { ...boamp().content, date_limite: '2027-03-15T11:00:00Z' },
    }),
    publication('N1', { source: 'klekoon', content: { ...boamp().content, titre: 'Réfection de la toiture 2027' } }),
  ]);
  const served = Object.values(await world.served());
  expect(served.filter(({ detail: { statut } }) => statut === 'retire')).toEqual([]);
  expect(served).toHaveLength(4);
});
