import type { EntityManager } from 'typeorm';
import { type Directory, isHiddenAcheteur, isHiddenTitulaire } from '../project/directory.js';
import { byActivity, principaux } from '../project/holdings.js';
import { type PrestataireFacts, renderPrestataire, type RenderedPrestataire } from '../project/prestataire-record.js';
import type { Recalculated } from './recalculate-contrats.js';
import { readDirectory } from './recalculate-directory.js';
import { type Holdings, readHoldings } from './recalculate-holdings.js';
import { acheteurNamedIn, contractsOfPairs, type Pair, pairKey, titulaireNamedIn } from './recalculate-names.js';
import { forgetPrestataires, storePrestataires } from './store-prestataires.js';

const PRINCIPAUX_ACHETEURS = 10;

/** What only the contractors' own rows say. */
interface Company {
  siren: string;
  revendiquee: boolean;
  /** Establishments that SIRENE knows of it, and those of them that are active. */
  connus: number;
  actifs: number;
  /** SIRETs that may not be disclosed. */
  hidden: string[];
}

/**
 * Renders contractors again and writes those that changed; takes away those that may no longer be disclosed, and those
 * that hold no contract any more and are not registered with the service.
 * @param today in Paris, `YYYY-MM-DD`.
 */
export async function recalculatePrestataires(
  manager: EntityManager,
  sirens: readonly string[],
  { siteUrl, today }: { siteUrl: string; today: string },
): Promise<Recalculated> {
  const companies = await readCompanies(manager, sirens);
  const holdings = await readHoldings(manager, 'prestataire', sirens, today);
  const places = companies.flatMap((company) => activeSirets(company, holdings.get(company.siren)));
  const buyers = [...holdings.values()].flatMap((one) => topBuyers(one).map(({ valeur }) => valeur));
  const directory = await readDirectory(manager, sirens, [...places, ...buyers, ...(await siegesOf(manager, sirens))]);
  const nameless = namelessPairs(holdings, directory);
  const together = await contractsOfPairs(manager, nameless);

  const rendered: RenderedPrestataire[] = [];
  const failures = new Map<string, string>();
  for (const company of companies) {
    const { siren } = company;
    const held = holdings.get(siren);
    if (held === undefined || isHiddenTitulaire(directory, { siren, siret: null })) continue;
    if (held.totals.nombre === 0 && !company.revendiquee) continue;
    try {
      const nameOf = (acheteur: string) => acheteurNamedIn(together.get(pairKey({ titulaire: siren, acheteur })) ?? []);
      rendered.push(renderPrestataire(factsOf(company, held, directory, nameOf), siteUrl));
    } catch (error) {
      failures.set(siren, String(error).slice(0, 500));
    }
  }
  const kept = new Set([...rendered.map(({ siren }) => siren), ...failures.keys()]);
  const gone = sirens.filter((siren) => !kept.has(siren));
  const forgotten = await forgetPrestataires(
    manager,
    gone,
    companies.flatMap(({ hidden }) => hidden),
  );
  return { changed: (await storePrestataires(manager, rendered)) + forgotten, failures };
}

function factsOf(
  company: Company,
  held: Holdings,
  directory: Directory,
  nameOf: (acheteur: string) => string | null,
): PrestataireFacts {
  const { siren } = company;
  const unite = directory.unite(siren) ?? null;
  const [active] = activeSirets(company, held);
  const siege = unite?.siege ?? null;
  const siret = active ?? (siege !== null && !company.hidden.includes(siege) ? siege : null);
  const seen = held.facet('siret').length;
  return {
    siren,
    revendiquee: company.revendiquee,
    unite,
    nom: unite?.nom ?? titulaireNamedIn(held.derniers_marches),
    siret,
    etablissement: siret === null ? null : (directory.etablissement(siret) ?? null),
    nb_etablissements: company.connus > 0 ? company.actifs : seen > 0 ? seen : null,
    totals: held.totals,
    departements: held.facet('departement'),
    cpv: held.facet('cpv'),
    acheteurs: topBuyers(held)
      .filter(({ valeur }) => !isHiddenAcheteur(directory, valeur))
      .map((facet) => ({ ...facet, nom: namedBuyer(directory, facet.valeur) ?? nameOf(facet.valeur) })),
    derniers_marches: held.derniers_marches.map(({ item }) => item),
    contrats_a_echeance: held.contrats_a_echeance.map(({ item }) => item),
  };
}

function namedBuyer(directory: Directory, siret: string): string | null {
  return directory.unite(siret.slice(0, 9))?.nom ?? directory.inscrit(siret)?.nom ?? null;
}

function topBuyers(held: Holdings) {
  return principaux(held.facet('acheteur'), PRINCIPAUX_ACHETEURS);
}

function namelessPairs(holdings: ReadonlyMap<string, Holdings>, directory: Directory): Pair[] {
  return [...holdings].flatMap(([titulaire, held]) =>
    topBuyers(held)
      .filter(({ valeur }) => namedBuyer(directory, valeur) === null)
      .map(({ valeur }) => ({ titulaire, acheteur: valeur })),
  );
}

/** Establishments that hold contracts and may be disclosed, the most active first. */
function activeSirets(company: Company, held: Holdings | undefined): string[] {
  return byActivity(held?.facet('siret') ?? [])
    .map(({ valeur }) => valeur)
    .filter((siret) => !company.hidden.includes(siret));
}

/** A range of SIRETs is those of one SIREN: their first nine digits. */
async function readCompanies(manager: EntityManager, sirens: readonly string[]): Promise<Company[]> {
  return manager.query<Company[]>(
    `select k.siren, exists (select from write.revendication r where r.siren = k.siren) as revendiquee,
       e.connus, e.actifs, e.hidden
     from unnest($1::text[]) as k (siren)
     cross join lateral (select count(*)::int as connus, (count(*) filter (where actif))::int as actifs,
         coalesce(array_agg(siret) filter (where not diffusible), '{}') as hidden
       from write.etablissement where siret between k.siren || '00000' and k.siren || '99999') as e`,
    [sirens],
  );
}

async function siegesOf(manager: EntityManager, sirens: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ siege: string }[]>(
    'select siege from write.unite_legale where siren = any($1::text[]) and siege is not null',
    [sirens],
  );
  return rows.map(({ siege }) => siege);
}
