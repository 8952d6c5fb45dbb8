import type { EntityManager } from 'typeorm';
import type { Contrat } from '../contrat.js';
import { renderContrat, type RenderedContrat } from '../project/render-contrat.js';
import { queueRecalculation, type ToRecalculate } from './queue.js';
import { readDirectory } from './recalculate-directory.js';

export interface Recalculated {
  /** Rows of read.* written or deleted. */
  changed: number;
  /** Work that our own code failed on, with the error. */
  failures: Map<string, string>;
}

/** A row of read.contrat as it stands. */
interface Standing {
  uid: string;
  n: number;
  acheteur_siret: string | null;
  item: string;
  /** JSON text of its holders. */
  titulaires: string;
  sirens: string[];
}

type Changed = RenderedContrat & { n: number | null };

/**
 * Renders contracts again, writes those that changed and queues whom they concern, before and after: their holders and
 * their buyers list them.
 */
export async function recalculateContrats(manager: EntityManager, uids: readonly string[]): Promise<Recalculated> {
  const { rendered, failures } = await renderAll(manager, uids);
  const standing = new Map((await readStanding(manager, uids)).map((row) => [row.uid, row]));
  const changed = rendered.flatMap((row): Changed[] => {
    const old = standing.get(row.uid);
    if (old === undefined) return [{ ...row, n: null }];
    return old.item === row.item && old.titulaires === holdersText(row) ? [] : [{ ...row, n: old.n }];
  });
  const kept = new Set(rendered.map(({ uid }) => uid));
  const gone = uids.filter((uid) => standing.has(uid) && !kept.has(uid) && !failures.has(uid));

  await writeContrats(manager, changed);
  if (gone.length > 0) await manager.query('delete from read.contrat where uid = any($1::text[])', [gone]);
  await queueRecalculation(manager, [
    ...changed.flatMap(concernedNow),
    ...[...changed.map(({ uid }) => uid), ...gone].flatMap((uid) => concernedBefore(standing.get(uid))),
  ]);
  return { changed: changed.length + gone.length, failures };
}

async function renderAll(
  manager: EntityManager,
  uids: readonly string[],
): Promise<{ rendered: RenderedContrat[]; failures: Map<string, string> }> {
  const facts = await manager.query<{ uid: string; facts: Contrat }[]>(
    'select uid, facts from write.contrat where uid = any($1::text[])',
    [uids],
  );
  const holders = facts.flatMap((row) => row.facts.titulaires);
  const directory = await readDirectory(
    manager,
    holders.flatMap(({ siren }) => siren ?? []),
    [...holders.map(({ siret }) => siret), ...facts.map((row) => row.facts.acheteur.siret)].filter(
      (siret) => siret !== null,
    ),
  );
  const rendered: RenderedContrat[] = [];
  const failures = new Map<string, string>();
  for (const row of facts) {
    try {
      rendered.push(renderContrat(row.uid, row.facts, directory));
    } catch (error) {
      failures.set(row.uid, String(error).slice(0, 500));
    }
  }
  return { rendered, failures };
}

async function readStanding(manager: EntityManager, uids: readonly string[]): Promise<Standing[]> {
  return manager.query<Standing[]>(
    `select c.uid, c.n, c.acheteur_siret, c.item, c.titulaires as sirens,
       coalesce((select string_agg(concat_ws(' ', t.rang, t.siren, t.siret), ',' order by t.rang)
                 from read.contrat_titulaire t where t.n = c.n), '') as titulaires
     from read.contrat c where c.uid = any($1::text[])`,
    [uids],
  );
}

/** Holders as `readStanding` tells them. */
function holdersText({ titulaires }: RenderedContrat): string {
  return titulaires
    .map(({ rang, siren, siret }) => [rang, siren, ...(siret === null ? [] : [siret])].join(' '))
    .join(',');
}

/** An insert with `on conflict` would use up a number of `n` for each contract that stands already. */
async function writeContrats(manager: EntityManager, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const column = <K extends keyof Changed>(key: K): Changed[K][] => changed.map((row) => row[key]);
  const written = await manager.query<{ uid: string; n: number }[]>(
    `with r as (
       select r.*, string_to_array(sirens, ' ') as titulaires, to_tsvector('read.francais', texte) as recherche
       from unnest($1::text[], $2::int[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[],
         $9::date[], $10::text[], $11::text[]) with ordinality
         as r (uid, n, jour, departement, cpv, acheteur_siret, sirens, montant, fin, texte, item, rang)),
     created as (
       insert into read.contrat (uid, jour, departement, cpv, acheteur_siret, titulaires, montant, fin, recherche, item)
       select uid, jour, departement, cpv, acheteur_siret, titulaires, montant, fin, recherche, item
       from r where n is null order by rang
       returning uid, n),
     updated as (
       update read.contrat c set jour = r.jour, departement = r.departement, cpv = r.cpv,
         acheteur_siret = r.acheteur_siret, titulaires = r.titulaires, montant = r.montant, fin = r.fin,
         recherche = r.recherche, item = r.item
       from r where c.n = r.n
       returning c.uid, c.n)
     select uid, n from created union all select uid, n from updated`,
    [
      column('uid'),
      column('n'),
      column('jour').map((jour) => jour ?? '-infinity'),
      column('departement'),
      column('cpv'),
      column('acheteur_siret'),
      changed.map((row) => sirensOf(row).join(' ')),
      column('montant'),
      column('fin'),
      column('recherche'),
      column('item'),
    ],
  );
  await writeHolders(manager, changed, new Map(written.map(({ uid, n }) => [uid, n])));
}

async function writeHolders(
  manager: EntityManager,
  changed: readonly Changed[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const standing = changed.flatMap(({ n }) => n ?? []);
  if (standing.length > 0) {
    await manager.query('delete from read.contrat_titulaire where n = any($1::int[])', [standing]);
  }
  const holders = changed.flatMap(({ uid, titulaires }) => titulaires.map((one) => ({ ...one, n: numbers.get(uid) })));
  if (holders.length === 0) return;
  await manager.query(
    `insert into read.contrat_titulaire
       (n, rang, siren, siret, premier, jour, departement, cpv, acheteur_siret, montant, fin)
     select c.n, t.rang, t.siren, t.siret, t.premier, c.jour, c.departement, c.cpv, c.acheteur_siret, c.montant, c.fin
     from unnest($1::int[], $2::smallint[], $3::text[], $4::text[], $5::boolean[]) as t (n, rang, siren, siret, premier)
     join read.contrat c using (n)`,
    [
      holders.map(({ n }) => n),
      holders.map(({ rang }) => rang),
      holders.map(({ siren }) => siren),
      holders.map(({ siret }) => siret),
      holders.map(({ premier }) => premier),
    ],
  );
}

function sirensOf({ titulaires }: RenderedContrat): string[] {
  return titulaires.filter(({ premier }) => premier).map(({ siren }) => siren);
}

function concernedNow(row: RenderedContrat): ToRecalculate[] {
  return concerned(sirensOf(row), row.acheteur_siret);
}

function concernedBefore(row: Standing | undefined): ToRecalculate[] {
  return row === undefined ? [] : concerned(row.sirens, row.acheteur_siret);
}

function concerned(sirens: readonly string[], acheteur: string | null): ToRecalculate[] {
  return [
    ...sirens.map((siren) => ({ objet: 'prestataire' as const, cle: siren })),
    ...(acheteur === null ? [] : [{ objet: 'acheteur' as const, cle: acheteur }]),
  ];
}
