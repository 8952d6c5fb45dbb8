import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { queueRenamed } from '#acheteurs/write/queue-renamed';
import type { Contrat } from '../contrat.js';
import { lockContrats } from '../write/locks.js';
import { queueRecalculation, type ToRecalculate } from '../write/queue.js';
import { servedOf } from '../write/import-sirene-known.js';
import { recalculateBatch } from '../write/recalculate.js';

export const SITE_URL = 'https://site.example';

export interface UniteSpec {
  siren: string;
  nom?: string | null;
  categorie?: string | null;
  categorie_juridique?: string | null;
  siege?: string | null;
  diffusible?: boolean;
}

export interface EtablissementSpec {
  siret: string;
  commune?: string | null;
  code_postal?: string | null;
  departement?: string | null;
  actif?: boolean;
  diffusible?: boolean;
}

/**
 * Facts as the imports write them, each with the work that it causes, and their recalculation.
 */
export interface ContratsWorld {
  database: TestDatabase;
  db: DataSource;
  store(uid: string, contrat: Contrat): Promise<void>;
  /** In one transaction with the lock of the writers and the work, as an import does. */
  storeAll(contrats: readonly (readonly [uid: string, contrat: Contrat])[]): Promise<void>;
  remove(uid: string): Promise<void>;
  unite(spec: UniteSpec): Promise<void>;
  etablissement(spec: EtablissementSpec): Promise<void>;
  /** The register of buyers, by name and department. */
  inscrit(siret: string, nom: string | null, departement: string | null): Promise<void>;
  queue(work: ToRecalculate[]): Promise<void>;
  /** Until nothing is left. @param today `YYYY-MM-DD`. @returns rows of read.* that changed. */
  recalculate(today?: string): Promise<number>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createContratsWorld(): Promise<ContratsWorld> {
  const database = await createTestDatabase();
  const db = await createDataSource({
    url: database.url,
    entities: [],
    poolSize: 6,
    applicationName: 'contrats-test',
  }).initialize();
  const { pool } = database;
  const queue = (work: ToRecalculate[]) => db.transaction((manager) => queueRecalculation(manager, work));
  return {
    database,
    db,
    queue,
    store: (uid, contrat) => storeAll(db, [[uid, contrat]]),
    storeAll: (contrats) => storeAll(db, contrats),
    async remove(uid) {
      await pool.query('delete from write.contrat where uid = $1', [uid]);
      await queue([{ objet: 'contrat', cle: uid }]);
    },
    async unite({ siren, nom = null, categorie = null, categorie_juridique = null, siege = null, diffusible = true }) {
      await db.transaction(async (manager) => {
        await lockContrats(manager);
        await manager.query(
          `insert into write.unite_legale (siren, nom, categorie, categorie_juridique, siege, diffusible)
         values ($1, $2, $3, $4, $5, $6) on conflict (siren) do update set nom = excluded.nom,
           categorie = excluded.categorie, categorie_juridique = excluded.categorie_juridique, siege = excluded.siege,
           diffusible = excluded.diffusible`,
          [siren, nom, categorie, categorie_juridique, siege, diffusible],
        );
        await queueRecalculation(manager, await servedOf(manager, [siren]));
      });
    },
    async etablissement({
      siret,
      commune = null,
      code_postal = null,
      departement = null,
      actif = true,
      diffusible = true,
    }) {
      await pool.query(
        `insert into write.etablissement (siret, commune, code_postal, departement, actif, diffusible)
         values ($1, $2, $3, $4, $5, $6) on conflict (siret) do update set commune = excluded.commune,
           code_postal = excluded.code_postal, departement = excluded.departement, actif = excluded.actif,
           diffusible = excluded.diffusible`,
        [siret, commune, code_postal, departement, actif, diffusible],
      );
      await queue(await servedOf(db.manager, [siret.slice(0, 9)]));
    },
    async inscrit(siret, nom, departement) {
      const noms = JSON.stringify(nom === null ? [] : [{ nom, cle: null, nombre: 1 }]);
      await db.transaction(async (manager) => {
        await manager.query(
          `create temp table acheteur_lu on commit drop as
           select siret, noms, departement, departements, partage from write.acheteur where siret <> $1
           union all select $1, $2::json, $3, '{}'::json, false`,
          [siret, noms, departement],
        );
        await queueRenamed(manager);
        await manager.query(
          `insert into write.acheteur (siret, noms, departement, departements, partage)
           values ($1, $2, $3, '{}', false) on conflict (siret) do update set noms = excluded.noms,
             departement = excluded.departement`,
          [siret, noms, departement],
        );
      });
    },
    async recalculate(today = '2026-06-15') {
      let rows = 0;
      for (;;) {
        const { done, changed } = await recalculateBatch(db, { limit: 500, siteUrl: SITE_URL, today });
        if (done === 0) return rows;
        rows += changed;
      }
    },
    async reset() {
      await pool.query(
        `truncate write.contrat, write.contrat_titulaire, write.a_recalculer, write.unite_legale, write.etablissement,
           write.revendication, write.acheteur, read.contrat, read.contrat_titulaire, read.prestataire,
           read.slug_prestataire, read.acheteur restart identity`,
      );
    },
    async close() {
      await db.destroy();
      await database.close();
    },
  };
}

async function storeAll(
  db: DataSource,
  contrats: readonly (readonly [uid: string, contrat: Contrat])[],
): Promise<void> {
  await db.transaction(async (manager) => {
    await lockContrats(manager);
    const before = await manager.query<{ facts: Contrat }[]>(
      'select facts from write.contrat where uid = any($1::text[])',
      [contrats.map(([uid]) => uid)],
    );
    for (const [uid, contrat] of contrats) await storeContrat(manager, uid, contrat);
    await queueRecalculation(manager, [
      ...contrats.map(([uid]) => ({ objet: 'contrat' as const, cle: uid })),
      ...[...before.map(({ facts }) => facts), ...contrats.map(([, contrat]) => contrat)].flatMap(partiesOf),
    ]);
  });
}

function partiesOf({ titulaires, acheteur }: Contrat): ToRecalculate[] {
  return [
    ...titulaires.flatMap(({ siren }) => (siren === null ? [] : [{ objet: 'prestataire' as const, cle: siren }])),
    ...(acheteur.siret === null ? [] : [{ objet: 'acheteur' as const, cle: acheteur.siret }]),
  ];
}

/** As the import of a register writes a folded contract. */
async function storeContrat(manager: EntityManager, uid: string, contrat: Contrat): Promise<void> {
  await manager.query(
    `insert into write.contrat (uid, racine, facts, acheteur_siret) values ($1, $1, $2, $3)
     on conflict (uid) do update set facts = excluded.facts, acheteur_siret = excluded.acheteur_siret`,
    [uid, JSON.stringify(contrat), contrat.acheteur.siret],
  );
  await manager.query('delete from write.contrat_titulaire where uid = $1', [uid]);
  await manager.query(
    `insert into write.contrat_titulaire (uid, rang, siren, siret)
     select $1, rang - 1, siren, siret from unnest($2::text[], $3::text[]) with ordinality as t (siren, siret, rang)`,
    [uid, contrat.titulaires.map(({ siren }) => siren), contrat.titulaires.map(({ siret }) => siret)],
  );
}
