import type { EntityManager } from 'typeorm';
import type { Etablissement, UniteLegale } from '../sirene/company.js';

/** What became of a batch. */
export interface StoredCompanies {
  /** SIRENs of what is new, or not what it was. */
  changed: string[];
  /** Of these, those that may not be named. */
  hidden: string[];
  /** Rows that were not there. */
  created: number;
}

/** Stores companies, those that differ only. A hidden one takes what we hold of its establishments with it. */
export async function storeUnites(manager: EntityManager, unites: readonly UniteLegale[]): Promise<StoredCompanies> {
  const rows = await manager.query<Stored[]>(
    `insert into write.unite_legale as u (siren, nom, categorie, categorie_juridique, activite, siege, diffusible)
     select r.* from json_to_recordset($1::json)
       as r (siren text, nom text, categorie text, categorie_juridique text, activite text, siege text, diffusible boolean)
     order by r.siren
     on conflict (siren) do update set nom = excluded.nom, categorie = excluded.categorie,
       categorie_juridique = excluded.categorie_juridique, activite = excluded.activite, siege = excluded.siege,
       diffusible = excluded.diffusible
     where (u.nom, u.categorie, u.categorie_juridique, u.activite, u.siege, u.diffusible) is distinct from
       (excluded.nom, excluded.categorie, excluded.categorie_juridique, excluded.activite, excluded.siege, excluded.diffusible)
     returning siren, diffusible, xmax = 0 as created`,
    [lastOfEach(unites, ({ siren }) => siren)],
  );
  const hidden = rows.filter(({ diffusible }) => !diffusible).map(({ siren }) => siren);
  const shown = rows.filter(({ diffusible, created }) => diffusible && !created).map(({ siren }) => siren);
  if (hidden.length > 0) {
    await manager.query(
      `update write.etablissement e set nom = null, commune = null, code_postal = null, departement = null,
         activite = null, diffusible = false
       from unnest($1::text[]) as s (siren)
       where e.siret between s.siren || '00000' and s.siren || '99999' and e.diffusible`,
      [hidden],
    );
  }
  // What was dropped of their establishments is in the file that was read already: they are looked for in it once more.
  await manager.query(
    `delete from write.siren_cherche where registre = 'sirene_etablissements' and siren = any($1::text[])`,
    [shown],
  );
  return stored(rows);
}

/** Stores establishments, those that differ only; of a hidden company, nothing but that they exist. */
export async function storeEtablissements(
  manager: EntityManager,
  etablissements: readonly Etablissement[],
): Promise<StoredCompanies> {
  const rows = await manager.query<Stored[]>(
    `insert into write.etablissement as e (siret, nom, commune, code_postal, departement, activite, actif, diffusible)
     select r.siret, r.nom, r.commune, r.code_postal, r.departement, r.activite, r.actif, r.diffusible
     from (
       select r.siret, r.actif, r.diffusible and u.siren is null as diffusible,
         case when u.siren is null then r.nom end as nom, case when u.siren is null then r.commune end as commune,
         case when u.siren is null then r.code_postal end as code_postal,
         case when u.siren is null then r.departement end as departement,
         case when u.siren is null then r.activite end as activite
       from json_to_recordset($1::json) as r (siret text, nom text, commune text, code_postal text, departement text,
         activite text, actif boolean, diffusible boolean)
       left join write.unite_legale u on u.siren = left(r.siret, 9) and not u.diffusible
     ) as r
     order by r.siret
     on conflict (siret) do update set nom = excluded.nom, commune = excluded.commune, code_postal = excluded.code_postal,
       departement = excluded.departement, activite = excluded.activite, actif = excluded.actif,
       diffusible = excluded.diffusible
     where (e.nom, e.commune, e.code_postal, e.departement, e.activite, e.actif, e.diffusible) is distinct from
       (excluded.nom, excluded.commune, excluded.code_postal, excluded.departement, excluded.activite, excluded.actif,
        excluded.diffusible)
     returning left(siret, 9) as siren, diffusible, xmax = 0 as created`,
    [lastOfEach(etablissements, ({ siret }) => siret)],
  );
  return stored(rows);
}

interface Stored {
  siren: string;
  diffusible: boolean;
  created: boolean;
}

function stored(rows: readonly Stored[]): StoredCompanies {
  return {
    changed: [...new Set(rows.map(({ siren }) => siren))],
    hidden: [...new Set(rows.filter(({ diffusible }) => !diffusible).map(({ siren }) => siren))],
    created: rows.filter(({ created }) => created).length,
  };
}

/** A file that repeats a number would be refused by one statement: the last row counts. */
function lastOfEach<T>(rows: readonly T[], key: (row: T) => string): string {
  return JSON.stringify([...new Map(rows.map((row) => [key(row), row])).values()]);
}
