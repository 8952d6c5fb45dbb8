import type { QueryRunner } from 'typeorm';
import { type Acheteur, foldAcheteur, type Mention } from '../acheteur.js';
import { queueRenamed } from './queue-renamed.js';
import type { StepContext } from './step.js';

const PAGE = 1_000;
/** Names kept of one buyer, the most published: the State's platform lends its SIRET to thousands. */
const NAMES_KEPT = 200;

/**
 * Folds the mentions into the register: `acheteur_lu`, with the columns of write.acheteur, and `homonyme` (cle, siret).
 * @returns number of records.
 */
export async function buildRegister(session: QueryRunner, { onStep, signal }: StepContext): Promise<number> {
  await session.query(`
    create temp table siret_vu as
      select siret collate "C" as siret, nom, departement, count(*)::int as nombre
      from mention where siret is not null group by 1, 2, 3;
    create index on siret_vu (siret);
    create temp table acheteur_lu (siret text collate "C" primary key, noms json, departement text, departements json, partage boolean);
    create temp table homonyme (cle text collate "C", siret text collate "C");
    analyze siret_vu`);
  const [count] = (await session.query('select count(distinct siret)::int as n from siret_vu')) as { n: number }[];
  let last = '';
  let records = 0;
  for (let done = 0; ;) {
    onStep('register', done, count?.n ?? 0);
    signal.throwIfAborted();
    const rows = (await session.query(
      `select p.siret, json_agg(json_build_object('nom', v.nom, 'cle', n.cle, 'departement', v.departement, 'nombre', v.nombre)) as mentions
       from (select distinct siret from siret_vu where siret > $1 order by siret limit $2) as p
       join siret_vu v using (siret) left join nom_vu n using (nom)
       group by p.siret order by p.siret`,
      [last, PAGE],
    )) as { siret: string; mentions: Mention[] }[];
    if (rows.length === 0) break;
    const folded = rows.map(({ siret, mentions }) => foldAcheteur(siret, mentions)).filter((one) => one !== null);
    await store(session, folded);
    records += folded.length;
    last = rows.at(-1)?.siret ?? last;
    done += rows.length;
  }
  await session.query('create index on homonyme (cle); analyze homonyme, acheteur_lu');
  return records;
}

async function store(session: QueryRunner, folded: readonly Acheteur[]): Promise<void> {
  const kept = folded.map((one) => ({ ...one, noms: one.noms.slice(0, NAMES_KEPT) }));
  await session.query(
    `insert into acheteur_lu select siret, noms, departement, departements, partage
     from json_to_recordset($1::json) as r (siret text, noms json, departement text, departements json, partage boolean)`,
    [JSON.stringify(kept)],
  );
  const keys = folded.flatMap(({ siret, noms }) =>
    [...new Set(noms.map(({ cle }) => cle))].flatMap((cle) => (cle === null ? [] : [{ cle, siret }])),
  );
  await session.query(
    'insert into homonyme select cle, siret from json_to_recordset($1::json) as r (cle text, siret text)',
    [JSON.stringify(keys)],
  );
}

/** Writes the register just built over the one in force, what differs only: in one transaction, readers see either. */
export async function storeRegister(session: QueryRunner): Promise<void> {
  await session.manager.transaction(async (manager) => {
    await queueRenamed(manager);
    await manager.query(`
      delete from write.acheteur a where not exists (select from acheteur_lu l where l.siret = a.siret);
      insert into write.acheteur as a (siret, noms, departement, departements, partage)
        select l.siret, l.noms, l.departement, l.departements, l.partage from acheteur_lu l
        left join write.acheteur now using (siret)
        where now.siret is null
           or (now.noms::text, now.departement, now.departements::text, now.partage)
              is distinct from (l.noms::text, l.departement, l.departements::text, l.partage)
      on conflict (siret) do update set noms = excluded.noms, departement = excluded.departement,
        departements = excluded.departements, partage = excluded.partage`);
    await manager.query(NAME_ACTIVITIES);
  });
}

/** The establishment's own, else its company's; what is hidden has none. Names are not: SIRENE's stand in write.unite_legale. */
const NAME_ACTIVITIES = `
  update write.acheteur a set activite = s.activite
  from write.acheteur seen
    left join write.etablissement e on e.siret = seen.siret
    left join write.unite_legale u on u.siren = left(seen.siret, 9)
    cross join lateral (select coalesce(e.activite, u.activite) as activite) s
  where a.siret = seen.siret and a.activite is distinct from s.activite`;
