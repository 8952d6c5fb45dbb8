import type { AcheteurDetail, ContratServi, PrestataireDetail } from '#contract/contrats';
import { executedIn, titulaire, unContrat } from '../testing/contrats.js';
import { type ContratsWorld, createContratsWorld, SITE_URL } from '../testing/contrats-world.js';
import { queueRecordsDue, recalculateBatch } from './recalculate.js';

const A = '552100554';
const B = '356000000';
const A1 = `${A}00013`;
const A2 = `${A}00021`;
const B1 = `${B}00048`;
const MAIRIE = '21690123100011';
const REGION = '23690001100017';
const TODAY = '2026-06-15';

let world: ContratsWorld;
beforeAll(async () => {
  world = await createContratsWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

async function one<T>(sql: string, ...values: unknown[]): Promise<T | undefined> {
  const { rows } = await world.database.pool.query<{ text: string }>(sql, values);
  return rows[0] && (JSON.parse(rows[0].text) as T);
}
const prestataire = (siren: string) =>
  one<PrestataireDetail>('select detail as text from read.prestataire where siren = $1', siren);
const bySlug = (slug: string) =>
  one<PrestataireDetail>(
    'select detail as text from read.slug_prestataire join read.prestataire using (siren) where slug_prestataire.slug = $1',
    slug,
  );
const acheteur = (siret: string) =>
  one<AcheteurDetail>('select detail as text from read.acheteur where siret = $1', siret);
const contrat = (uid: string) => one<ContratServi>('select item as text from read.contrat where uid = $1', uid);

/** Contracts that differ in what is told, stored under C1, C2… */
async function store(...parts: Parameters<typeof unContrat>[0][]): Promise<void> {
  for (const [at, part] of parts.entries()) await world.store(`C${at + 1}`, unContrat(part));
}

describe('a contractor', () => {
  it('is shown at its most active establishment, with every field of its record', async () => {
    const acheteurs = [
      { siret: MAIRIE, nom: 'Mairie de Lyon' },
      { siret: REGION, nom: 'Région' },
    ] as const;
    await store(
      {
        acheteur: acheteurs[0],
        titulaires: [titulaire(A1)],
        montant: 100,
        cpv: '45233140',
        date_notification: '2024-07-01',
        lieu_execution: executedIn('75'),
      },
      {
        acheteur: acheteurs[1],
        titulaires: [titulaire(A2)],
        montant: 300.5,
        cpv: '45233140',
        date_notification: '2025-07-01',
        lieu_execution: executedIn('69'),
        duree_mois: 18,
      },
      {
        acheteur: acheteurs[0],
        titulaires: [titulaire(A2)],
        cpv: '77310000',
        date_notification: '2026-06-01',
        lieu_execution: executedIn('69'),
      },
    );
    await world.unite({
      siren: A,
      nom: 'ATELIERS DU MAINE',
      categorie: 'PME',
      categorie_juridique: '5710',
      siege: A1,
    });
    await world.etablissement({ siret: A1, departement: '72' });
    await world.etablissement({ siret: A2, commune: 'LYON', code_postal: '69003', departement: '69' });
    await world.etablissement({ siret: `${A}00039`, actif: false });
    await world.recalculate(TODAY);
    const slug = `ateliers-du-maine-${A2}`;
    const [c1, c2, c3] = [await contrat('C1'), await contrat('C2'), await contrat('C3')];
    const item = {
      siret: A2,
      slug,
      nb_etablissements: 2,
      departement: '69',
      taille: 'PME',
      montant_median: 200.25,
      cpv_principal: '45233140',
      liens: { fiche: `${SITE_URL}/prestataires/${slug}?src=api` },
    };
    expect(await prestataire(A)).toEqual({
      ...item,
      nom: 'ATELIERS DU MAINE',
      siren: A,
      type: 'decp',
      categorie_juridique: '5710',
      adresse: { commune: 'LYON', code_postal: '69003', departement: '69' },
      statistiques: {
        nombre_contrats: 3,
        montant_total: 400.5,
        montant_median: 200.25,
        montant_12m: 300.5,
        croissance_12m: 200.5,
        premiere_notification: '2024-07-01',
        derniere_notification: '2026-06-01',
      },
      derniers_marches: [c3, c2, c1],
      principaux_acheteurs: [
        { siret: MAIRIE, nom: 'Mairie de Lyon', nombre_contrats: 2, montant_total: 100 },
        { siret: REGION, nom: 'Région', nombre_contrats: 1, montant_total: 300.5 },
      ],
      contrats_a_echeance: [c2],
    });
    const { rows } = await world.database.pool.query(
      `select slug, nom_tri, departement, division_cpv, taille, nombre_contrats, montant_median::float8, item::json as item,
         recherche @@ to_tsquery('read.francais', 'atelier') as found, change_le::text from read.prestataire`,
    );
    expect(rows).toEqual([
      {
        slug,
        nom_tri: 'ateliers du maine',
        departement: '69',
        division_cpv: '45',
        taille: 'PME',
        nombre_contrats: 3,
        montant_median: 200.25,
        item,
        found: true,
        // The contract of July 2024 leaves the year before the last.
        change_le: '2026-07-01',
      },
    ]);
  });

  it('keeps every slug that it ever had', async () => {
    await store({ titulaires: [titulaire(A1, 'Ateliers')] });
    await world.recalculate();
    await world.unite({ siren: A, nom: 'ATELIERS DU MAINE' });
    await world.recalculate();
    await store({ titulaires: [titulaire(A2)] });
    await world.recalculate();
    const slugs = [`ateliers-${A1}`, `ateliers-du-maine-${A1}`, `ateliers-du-maine-${A2}`];
    for (const slug of slugs) expect(await bySlug(slug)).toMatchObject({ siren: A, slug: slugs[2] });
  });

  it('counts a contract whole for each of those who hold it, and once for two of its establishments', async () => {
    await store({ titulaires: [titulaire(A1), titulaire(B1), titulaire(A2)], montant: 90 });
    await world.recalculate();
    for (const siren of [A, B]) {
      expect(await prestataire(siren)).toMatchObject({ statistiques: { nombre_contrats: 1, montant_total: 90 } });
    }
    expect(await prestataire(A)).toMatchObject({ siret: A1, nb_etablissements: 2, derniers_marches: [{ uid: 'C1' }] });
  });

  it('has no statistics and two empty lists while only its SIREN is known', async () => {
    await store({
      titulaires: [titulaire(A, 'Ateliers')],
      acheteur: { siret: MAIRIE, nom: null },
      montant: 5,
      date_notification: '2026-01-01',
      duree_mois: 12,
    });
    await world.recalculate(TODAY);
    expect(await prestataire(A)).toMatchObject({
      siret: null,
      slug: `ateliers-${A}`,
      nom: 'Ateliers',
      nb_etablissements: null,
      montant_median: 5,
      statistiques: null,
      derniers_marches: [{ uid: 'C1' }],
      principaux_acheteurs: [],
      contrats_a_echeance: [],
    });
    await world.unite({ siren: A, nom: 'ATELIERS', siege: A1 });
    await world.recalculate(TODAY);
    expect(await prestataire(A)).toMatchObject({
      siret: A1,
      statistiques: { nombre_contrats: 1 },
      principaux_acheteurs: [{ siret: MAIRIE }],
      contrats_a_echeance: [{ uid: 'C1' }],
    });
    expect(await bySlug(`ateliers-${A}`)).toMatchObject({ siret: A1 });
  });

  it('has a null median and total when no amount is known', async () => {
    await store({ titulaires: [titulaire(A1)], date_notification: '2026-06-01' });
    await world.recalculate(TODAY);
    expect(await prestataire(A)).toMatchObject({
      montant_median: null,
      statistiques: { montant_total: null, montant_median: null, montant_12m: null, croissance_12m: null },
    });
  });

  it('follows a contract that changes hands although nothing of it is served otherwise', async () => {
    await store({ titulaires: [titulaire(A, 'Ateliers')] });
    await world.recalculate();
    const before = await contrat('C1');
    await store({ titulaires: [titulaire(B, 'Ateliers')] });
    await world.recalculate();
    expect(await contrat('C1')).toEqual(before);
    expect(await prestataire(A)).toBeUndefined();
    expect(await prestataire(B)).toMatchObject({ nom: 'Ateliers', derniers_marches: [{ uid: 'C1' }] });
  });

  it('goes when it holds no contract any more', async () => {
    await store({ titulaires: [titulaire(A1)] });
    await world.recalculate();
    await store({ titulaires: [titulaire(B1)] });
    await world.recalculate();
    expect(await prestataire(A)).toBeUndefined();
    expect(await prestataire(B)).toBeDefined();
    await world.remove('C1');
    await world.recalculate();
    expect(await prestataire(B)).toBeUndefined();
    expect(await contrat('C1')).toBeUndefined();
  });
});

describe('lists', () => {
  it('hold the latest 20, the 10 of most contracts, the 50 that end next', async () => {
    for (let at = 1; at <= 60; at++) {
      const day = String(1 + (at % 28)).padStart(2, '0');
      await world.store(
        `C${at}`,
        unContrat({
          acheteur: { siret: `21${String(at % 12).padStart(7, '0')}00011`, nom: `Mairie ${at % 12}` },
          titulaires: [titulaire(A1)],
          montant: at * 1000,
          date_notification: `2026-05-${day}`,
          duree_mois: 1 + (at % 13),
        }),
      );
    }
    await world.recalculate(TODAY);
    const record = (await prestataire(A)) as PrestataireDetail;
    expect(record.derniers_marches).toHaveLength(20);
    const days = record.derniers_marches.map(({ date_notification }) => date_notification ?? '');
    expect(days).toEqual([...days].sort().reverse());
    expect(record.principaux_acheteurs).toHaveLength(10);
    const totals = record.principaux_acheteurs.map(({ montant_total }) => montant_total ?? 0);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    expect(record.contrats_a_echeance).toHaveLength(50);
    const ends = record.contrats_a_echeance.map(({ fin_estimee }) => fin_estimee?.date ?? '');
    expect(ends).toEqual([...ends].sort());
    expect(ends.every((end) => end >= TODAY && end <= '2027-06-15')).toBe(true);
  });

  it('move with the day in Paris, without any new fact', async () => {
    await store({
      acheteur: { siret: MAIRIE, nom: null },
      titulaires: [titulaire(A1)],
      montant: 10,
      date_notification: '2025-03-31',
      duree_mois: 23,
    });
    const ending = async (today: string) => {
      await queueRecordsDue(world.db, today);
      await world.recalculate(today);
      const records = [await prestataire(A), await acheteur(MAIRIE)];
      return records.map((record) => record?.contrats_a_echeance.length);
    };
    expect(await ending('2026-02-27')).toEqual([0, 0]);
    expect(await ending('2026-02-28')).toEqual([1, 1]);
    expect(await prestataire(A)).toMatchObject({ statistiques: { montant_12m: 10 } });
    expect(await ending('2026-03-30')).toEqual([1, 1]);
    expect(await prestataire(A)).toMatchObject({ statistiques: { montant_12m: 10 } });
    expect(await ending('2026-03-31')).toEqual([1, 1]);
    expect(await prestataire(A)).toMatchObject({ statistiques: { montant_12m: 0, croissance_12m: -100 } });
    expect(await ending('2027-02-28')).toEqual([1, 1]);
    expect(await ending('2027-03-01')).toEqual([0, 0]);
    expect(await ending('2027-03-31')).toEqual([0, 0]);
    expect(await prestataire(A)).toMatchObject({ statistiques: { montant_12m: 0, croissance_12m: null } });
    expect(await queueRecordsDue(world.db, '2099-01-01')).toBe(0);
  });
});

describe('a buyer', () => {
  it('has every field of its record', async () => {
    await store(
      {
        acheteur: { siret: MAIRIE, nom: 'Mairie' },
        titulaires: [titulaire(A1, 'Ateliers'), titulaire(B1, 'La Poste')],
        montant: 10,
        cpv: '45000000',
        date_notification: '2025-01-01',
        duree_mois: 24,
      },
      { acheteur: { siret: MAIRIE, nom: 'Mairie' }, titulaires: [titulaire(A2)], montant: 30, cpv: '45000000' },
      { acheteur: { siret: MAIRIE, nom: 'Mairie' }, titulaires: [titulaire(A2)], cpv: '77310000' },
    );
    await world.unite({ siren: MAIRIE.slice(0, 9), nom: 'COMMUNE DE LYON', categorie_juridique: '7210' });
    await world.etablissement({ siret: MAIRIE, departement: '69' });
    await world.recalculate(TODAY);
    const [c1, c2, c3] = [await contrat('C1'), await contrat('C2'), await contrat('C3')];
    expect(await acheteur(MAIRIE)).toEqual({
      siret: MAIRIE,
      siren: MAIRIE.slice(0, 9),
      nom: 'COMMUNE DE LYON',
      departement: '69',
      categorie: 'Commune',
      contrats: {
        nombre: 3,
        montant_total: 40,
        montant_median: 20,
        premiere_notification: '2025-01-01',
        derniere_notification: '2025-01-01',
      },
      cpv_principaux: [
        { cpv: '45000000', nombre: 2 },
        { cpv: '77310000', nombre: 1 },
      ],
      principaux_titulaires: [
        { siret: A2, nom: 'Ateliers', nombre_contrats: 3, montant_total: 40 },
        { siret: B1, nom: 'La Poste', nombre_contrats: 1, montant_total: 10 },
      ],
      derniers_marches: [c1, c3, c2],
      contrats_a_echeance: [c1],
      liens: {
        fiche: `${SITE_URL}/acheteurs/${MAIRIE}?src=api`,
        avis: `${SITE_URL}/avis?acheteur_siret=${MAIRIE}&src=api`,
      },
    });
  });

  it('has a record when only the register or a notice names it', async () => {
    await world.inscrit(MAIRIE, 'Mairie de Lyon', '69');
    await world.database.pool.query(
      `insert into read.avis (id, version, statut, source, acheteur_siret, liste, detail, empreinte)
       values (gen_random_uuid(), now(), 'clos', 'boamp', $1, '{"acheteur":{"nom":"Région Sud"}}', '{}', '')`,
      [REGION],
    );
    await world.queue([{ objet: 'acheteur', cle: REGION }]);
    await world.queue([{ objet: 'acheteur', cle: B1 }]);
    await world.recalculate();
    expect(await acheteur(MAIRIE)).toMatchObject({ nom: 'Mairie de Lyon', departement: '69', contrats: { nombre: 0 } });
    expect(await acheteur(REGION)).toMatchObject({ nom: 'Région Sud', departement: null, derniers_marches: [] });
    expect(await acheteur(B1)).toBeUndefined();
    await world.database.pool.query('delete from read.avis');
  });

  it('takes its new name into its contracts and those who hold them', async () => {
    await store({ acheteur: { siret: MAIRIE, nom: 'Mairie' }, titulaires: [titulaire(A1)] });
    await world.recalculate();
    await world.inscrit(MAIRIE, 'Mairie de Lyon', '69');
    await world.recalculate();
    expect(await contrat('C1')).toMatchObject({ acheteur: { nom: 'Mairie de Lyon', departement: '69' } });
    expect(await prestataire(A)).toMatchObject({
      principaux_acheteurs: [{ nom: 'Mairie de Lyon' }],
      derniers_marches: [{ acheteur: { nom: 'Mairie de Lyon' } }],
    });
  });
});

describe('disclosure', () => {
  const everywhere = async (text: string) => {
    const { rows } = await world.database.pool.query(
      `select 1 from (select c::text from read.contrat c union all select t::text from read.contrat_titulaire t
         union all select p::text from read.prestataire p union all select s::text from read.slug_prestataire s
         union all select a::text from read.acheteur a) as r (text) where strpos(lower(r.text), lower($1)) > 0`,
      [text],
    );
    return rows.length;
  };

  it('turned off hides a company everywhere, turned on shows it again', async () => {
    await store({
      acheteur: { siret: MAIRIE, nom: null },
      titulaires: [titulaire(A1, 'Jeanne Secret'), titulaire(B1)],
      montant: 10,
    });
    await world.recalculate();
    expect(await everywhere('secret')).toBeGreaterThan(0);
    await world.unite({ siren: A, diffusible: false });
    await world.recalculate();
    expect(await everywhere('secret')).toBe(0);
    expect(await everywhere(A)).toBe(0);
    expect(await acheteur(MAIRIE)).toMatchObject({
      contrats: { nombre: 1, montant_total: 10 },
      principaux_titulaires: [{ siret: B1 }],
      derniers_marches: [{ non_diffusible: true, titulaire: { siret: null, nom: null } }],
    });
    expect(await prestataire(B)).toMatchObject({ derniers_marches: [{ titulaire: { siret: null, nom: null } }] });
    await world.unite({ siren: A, nom: 'JEANNE SECRET' });
    await world.recalculate();
    expect(await bySlug(`jeanne-secret-${A1}`)).toMatchObject({ statistiques: { nombre_contrats: 1 } });
    expect(await acheteur(MAIRIE)).toMatchObject({ derniers_marches: [{ non_diffusible: false }] });
  });

  it('of one establishment hides its contracts from the record of its company', async () => {
    await store({ titulaires: [titulaire(A1)], montant: 10 }, { titulaires: [titulaire(A2)], montant: 5 });
    await world.unite({ siren: A, nom: 'ATELIERS', siege: A1 });
    await world.etablissement({ siret: A1 });
    await world.recalculate();
    expect(await prestataire(A)).toMatchObject({ siret: A1, statistiques: { nombre_contrats: 2 } });
    await world.etablissement({ siret: A1, diffusible: false });
    await world.recalculate();
    expect(await everywhere(A1)).toBe(0);
    expect(await prestataire(A)).toMatchObject({
      siret: A2,
      statistiques: { nombre_contrats: 1, montant_total: 5 },
      derniers_marches: [{ uid: 'C2' }],
    });
  });
});

describe('the work', () => {
  const rowsOf = async () => {
    const { rows } = await world.database.pool.query(
      `select uid as cle, xmin::text from read.contrat union all select siren, xmin::text from read.prestataire
       union all select siret, xmin::text from read.acheteur order by 1`,
    );
    return rows;
  };

  it('writes nothing where nothing changed', async () => {
    await store({ acheteur: { siret: MAIRIE, nom: null }, titulaires: [titulaire(A1)] });
    await world.recalculate();
    const before = await rowsOf();
    await world.queue([
      { objet: 'contrat', cle: 'C1' },
      { objet: 'prestataire', cle: A },
      { objet: 'acheteur', cle: MAIRIE },
    ]);
    expect(await world.recalculate()).toBe(0);
    expect(await rowsOf()).toEqual(before);
  });

  it('gives a contract the same place for life', async () => {
    await store({ montant: 1 }, { montant: 1 });
    await world.recalculate();
    await store({ montant: 2 });
    await world.recalculate();
    const { rows } = await world.database.pool.query('select uid, n from read.contrat order by n');
    expect(rows).toEqual([
      { uid: 'C1', n: 1 },
      { uid: 'C2', n: 2 },
    ]);
  });

  it('recalculates a buyer of a thousand contracts once', async () => {
    await world.database.pool.query(
      `with made as (
         insert into write.contrat (uid, racine, facts, acheteur_siret)
         select 'M' || m, 'M' || m, $1::json, $2 from generate_series(1, 1000) as m returning uid)
       insert into write.a_recalculer (objet, cle) select 'contrat', uid from made`,
      [JSON.stringify(unContrat({ acheteur: { siret: MAIRIE, nom: null }, titulaires: [titulaire(A1)] })), MAIRIE],
    );
    const options = { limit: 500, siteUrl: SITE_URL, today: TODAY };
    const batches = [];
    for (let done = 1; done > 0;) {
      const counts = await recalculateBatch(world.db, options);
      done = counts.done;
      batches.push(done);
    }
    expect(batches).toEqual([500, 500, 1, 1, 0]);
    expect(await acheteur(MAIRIE)).toMatchObject({ contrats: { nombre: 1000 } });
    expect(await prestataire(A)).toMatchObject({ statistiques: { nombre_contrats: 1000 } });
  });

  it('is shared by several workers without losing any', async () => {
    for (let at = 0; at < 40; at++) {
      await world.store(
        `C${at}`,
        unContrat({
          acheteur: { siret: MAIRIE, nom: null },
          titulaires: [titulaire(at % 2 === 0 ? A1 : B1)],
          montant: 1,
        }),
      );
    }
    const worker = async () => {
      for (let idle = 0; idle < 5;) {
        const { done } = await recalculateBatch(world.db, { limit: 4, siteUrl: SITE_URL, today: TODAY });
        idle = done === 0 ? idle + 1 : 0;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    await world.recalculate(TODAY);
    expect(await prestataire(A)).toMatchObject({ statistiques: { nombre_contrats: 20, montant_total: 20 } });
    expect(await prestataire(B)).toMatchObject({ statistiques: { nombre_contrats: 20, montant_total: 20 } });
    expect(await acheteur(MAIRIE)).toMatchObject({ contrats: { nombre: 40 } });
  });

  it('stands as it was when its session is cut off half-way, and is done the next time', async () => {
    await store({ titulaires: [titulaire(A1)], montant: 7 });
    const { pool } = world.database;
    const blocker = await pool.connect();
    try {
      await blocker.query('begin; lock table read.contrat_titulaire in access exclusive mode');
      const cut = expect(recalculateBatch(world.db, { limit: 10, siteUrl: SITE_URL, today: TODAY })).rejects.toThrow();
      for (let killed = 0; killed === 0;) {
        const { rows } = await pool.query<{ n: number }>(
          `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
           where datname = current_database() and application_name = 'contrats-test' and wait_event_type = 'Lock'`,
        );
        killed = rows[0]?.n ?? 0;
      }
      await cut;
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await contrat('C1')).toBeUndefined();
    await world.recalculate(TODAY);
    expect(await contrat('C1')).toMatchObject({ montant: 7 });
    expect(await prestataire(A)).toMatchObject({ statistiques: { montant_total: 7 } });
  });

  it('keeps what our own code fails on, with the error, and does the rest', async () => {
    await store({ titulaires: [titulaire(A1)] }, {});
    await world.database.pool.query(
      `update write.contrat set facts = '{"titulaires":[],"acheteur":{"siret":null}, "date_notification": 5, "duree_mois": 3}' where uid = 'C2'`,
    );
    const counts = await recalculateBatch(world.db, { limit: 10, siteUrl: SITE_URL, today: TODAY });
    expect(counts).toEqual({ done: 2, changed: 1, failed: 1 });
    const { rows } = await world.database.pool.query(
      `select cle, attempts, error is not null as told, not_before > now() as waits from write.a_recalculer where objet = 'contrat'`,
    );
    expect(rows).toEqual([{ cle: 'C2', attempts: 1, told: true, waits: true }]);
    await store({ titulaires: [titulaire(A1)] }, {});
    await world.recalculate();
    expect(await contrat('C2')).toBeDefined();
  });
});
