import type { EntityManager } from 'typeorm';
import { type AcheteurFacts, renderAcheteur, type RenderedAcheteur } from '../project/acheteur-record.js';
import { acheteurNomme } from '../project/acheteur-nomme.js';
import { type Directory, isHiddenAcheteur, isHiddenTitulaire } from '../project/directory.js';
import { byActivity, principaux } from '../project/holdings.js';
import type { Recalculated } from './recalculate-contrats.js';
import { readDirectory } from './recalculate-directory.js';
import { type Holdings, readHoldings } from './recalculate-holdings.js';
import { acheteurNamedIn, contractsOfPairs, type Pair, pairKey, titulaireNamedIn } from './recalculate-names.js';

const PRINCIPAUX_TITULAIRES = 10;

/**
 * Renders buyers again and writes those that changed; takes away those that nobody names any more.
 * @param today in Paris, `YYYY-MM-DD`.
 */
export async function recalculateAcheteurs(
  manager: EntityManager,
  sirets: readonly string[],
  { siteUrl, today }: { siteUrl: string; today: string },
): Promise<Recalculated> {
  const holdings = await readHoldings(manager, 'acheteur', sirets, today);
  const holders = [...holdings.values()].flatMap((one) => topHolders(one).map(({ valeur }) => valeur));
  const directory = await readDirectory(manager, holders, sirets);
  const together = await contractsOfPairs(manager, namelessPairs(holdings, directory));
  const inNotices = await namesInNotices(manager, sirets);

  const rendered: RenderedAcheteur[] = [];
  const failures = new Map<string, string>();
  for (const [siret, held] of holdings) {
    const known = held.totals.nombre > 0 || directory.inscrit(siret) !== undefined || inNotices.has(siret);
    if (!known || isHiddenAcheteur(directory, siret)) continue;
    try {
      const nameOf = (titulaire: string) =>
        titulaireNamedIn(together.get(pairKey({ titulaire, acheteur: siret })) ?? []);
      const named = acheteurNamedIn(held.derniers_marches) ?? inNotices.get(siret) ?? null;
      rendered.push(renderAcheteur(factsOf(siret, held, directory, named, nameOf), siteUrl));
    } catch (error) {
      failures.set(siret, String(error).slice(0, 500));
    }
  }
  const kept = new Set([...rendered.map(({ siret }) => siret), ...failures.keys()]);
  const gone = sirets.filter((siret) => !kept.has(siret));
  return { changed: await store(manager, rendered, gone), failures };
}

function factsOf(
  siret: string,
  held: Holdings,
  directory: Directory,
  named: string | null,
  nameOf: (titulaire: string) => string | null,
): AcheteurFacts {
  const establishments = byActivity(held.facet('siret')).map(({ valeur }) => valeur);
  return {
    siret,
    identite: acheteurNomme(directory, siret, named),
    categorie_juridique: directory.unite(siret.slice(0, 9))?.categorie_juridique ?? null,
    totals: held.totals,
    cpv: held.facet('cpv'),
    titulaires: topHolders(held)
      .filter(({ valeur }) => !isHiddenTitulaire(directory, { siren: valeur, siret: null }))
      .map((facet) => ({
        ...facet,
        siret: establishments.find((one) => one.startsWith(facet.valeur)) ?? null,
        nom: directory.unite(facet.valeur)?.nom ?? nameOf(facet.valeur),
      })),
    derniers_marches: held.derniers_marches.map(({ item }) => item),
    contrats_a_echeance: held.contrats_a_echeance.map(({ item }) => item),
  };
}

function topHolders(held: Holdings) {
  return principaux(held.facet('titulaire'), PRINCIPAUX_TITULAIRES);
}

function namelessPairs(holdings: ReadonlyMap<string, Holdings>, directory: Directory): Pair[] {
  return [...holdings].flatMap(([acheteur, held]) =>
    topHolders(held)
      .filter(({ valeur }) => (directory.unite(valeur)?.nom ?? null) === null)
      .map(({ valeur }) => ({ titulaire: valeur, acheteur })),
  );
}

/** @returns the buyers of served notices, each under its name in one of them. */
async function namesInNotices(manager: EntityManager, sirets: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await manager.query<{ siret: string; nom: string | null }[]>(
    `select k.siret, a.nom from unnest($1::text[]) as k (siret)
     cross join lateral (
       select liste::json->'acheteur'->>'nom' as nom from read.avis
       where acheteur_siret = k.siret and statut in ('ouvert', 'clos') limit 1) as a`,
    [sirets],
  );
  return new Map(rows.map(({ siret, nom }) => [siret, nom]));
}

async function store(
  manager: EntityManager,
  rendered: readonly RenderedAcheteur[],
  gone: readonly string[],
): Promise<number> {
  const [row] = await manager.query<{ n: number }[]>(
    `with forgotten as (delete from read.acheteur where siret = any($4::text[]) returning 1),
     written as (
       insert into read.acheteur as a (siret, detail, change_le)
       select siret, detail, change_le from unnest($1::text[], $2::text[], $3::date[]) as r (siret, detail, change_le)
       order by siret
       on conflict (siret) do update set detail = excluded.detail, change_le = excluded.change_le
       where (a.detail, a.change_le) is distinct from (excluded.detail, excluded.change_le)
       returning 1)
     select ((select count(*) from forgotten) + (select count(*) from written))::int as n`,
    [
      rendered.map(({ siret }) => siret),
      rendered.map(({ detail }) => detail),
      rendered.map(({ change_le }) => change_le),
      gone,
    ],
  );
  return row?.n ?? 0;
}
