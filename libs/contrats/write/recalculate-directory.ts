import type { EntityManager } from 'typeorm';
import {
  type AcheteurInscrit,
  type Directory,
  directoryOf,
  type Etablissement,
  type UniteLegale,
} from '../project/directory.js';
import { STOCKS } from '../sirene/stocks.js';

/** Reads what SIRENE and the register of buyers say of these. @param sirets establishments, buyers among them. */
export async function readDirectory(
  manager: EntityManager,
  sirens: Iterable<string>,
  sirets: Iterable<string>,
): Promise<Directory> {
  const establishments = [...new Set(sirets)];
  const companies = [...new Set([...sirens, ...establishments.map((siret) => siret.slice(0, 9))])];
  const unites = await manager.query<UniteLegale[]>(
    `select siren, nom, categorie, categorie_juridique, siege, diffusible from write.unite_legale
     where siren = any($1::text[])`,
    [companies],
  );
  const etablissements = await manager.query<Etablissement[]>(
    `select siret, commune, code_postal, departement, diffusible from write.etablissement where siret = any($1::text[])`,
    [establishments],
  );
  const inscrits = await manager.query<AcheteurInscrit[]>(
    `select siret, noms->0->>'nom' as nom, departement from write.acheteur where siret = any($1::text[])`,
    [establishments],
  );
  return directoryOf(unites, etablissements, inscrits, await awaitedOf(manager, companies));
}

/** Of these, the companies that a stock file of SIRENE which was read once has not been asked about. */
async function awaitedOf(manager: EntityManager, sirens: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ siren: string }[]>(
    `with used as materialized (
       select distinct registre from write.import where registre = any($2::text[]) and outcome = 'succeeded')
     select siren from unnest($1::text[]) as s (siren)
     where exists (select from used
       where not exists (select from write.siren_cherche c where c.registre = used.registre and c.siren = s.siren))`,
    [sirens, STOCKS],
  );
  return rows.map(({ siren }) => siren);
}
