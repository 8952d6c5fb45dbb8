import type { EntityManager } from 'typeorm';
import type { RenderedPrestataire } from '../project/prestataire-record.js';
import { nameStart } from '../read/name-start.js';

/** Writes contractors whose row changed, and keeps each slug for life. @returns how many were written. */
export async function storePrestataires(
  manager: EntityManager,
  rendered: readonly RenderedPrestataire[],
): Promise<number> {
  if (rendered.length === 0) return 0;
  const column = <K extends keyof RenderedPrestataire>(key: K): RenderedPrestataire[K][] =>
    rendered.map((row) => row[key]);
  const [row] = await manager.query<{ n: number }[]>(
    `with r as (
       select r.*, to_tsvector('read.francais', coalesce(r.nom, '')) as recherche
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
         $9::numeric[], $10::text[], $11::text[], $12::date[]) as r (siren, slug, nom, nom_tri, departement,
         division_cpv, taille, nombre_contrats, montant_median, item, detail, change_le)),
     slugs as (
       insert into read.slug_prestataire (slug, siren) select slug, siren from r order by slug on conflict do nothing),
     written as (
       insert into read.prestataire as p (siren, slug, nom_tri, recherche, departement, division_cpv, taille,
         nombre_contrats, montant_median, item, detail, change_le)
       select siren, slug, nom_tri, recherche, departement, division_cpv, taille, nombre_contrats, montant_median,
         item, detail, change_le
       from r order by siren
       on conflict (siren) do update set slug = excluded.slug, nom_tri = excluded.nom_tri,
         recherche = excluded.recherche, departement = excluded.departement, division_cpv = excluded.division_cpv,
         taille = excluded.taille, nombre_contrats = excluded.nombre_contrats,
         montant_median = excluded.montant_median, item = excluded.item, detail = excluded.detail,
         change_le = excluded.change_le
       where (p.detail, p.item, p.change_le, p.nombre_contrats, p.montant_median, p.nom_tri) is distinct from
         (excluded.detail, excluded.item, excluded.change_le, excluded.nombre_contrats, excluded.montant_median,
          excluded.nom_tri)
       returning 1)
     select count(*)::int as n from written`,
    [
      column('siren'),
      column('slug'),
      column('nom'),
      column('nom').map((nom) => nameStart(nom ?? '')),
      column('departement'),
      column('division_cpv'),
      column('taille'),
      column('nombre_contrats'),
      column('montant_median'),
      column('item'),
      column('detail'),
      column('change_le'),
    ],
  );
  return row?.n ?? 0;
}

/**
 * Takes contractors away, with every slug that they had: a name that may not be disclosed must not stand in one.
 * @param hidden SIRETs of contractors that stay, which may not be disclosed: the slugs that tell them go.
 * @returns how many stood.
 */
export async function forgetPrestataires(
  manager: EntityManager,
  sirens: readonly string[],
  hidden: readonly string[],
): Promise<number> {
  if (sirens.length + hidden.length === 0) return 0;
  const [row] = await manager.query<{ n: number }[]>(
    `with gone as (delete from read.prestataire where siren = any($1::text[]) returning 1),
     slugs as (delete from read.slug_prestataire where siren = any($1::text[])),
     masked as (
       delete from read.slug_prestataire s using unnest($2::text[]) as h (siret)
       where s.siren = left(h.siret, 9) and right(s.slug, 14) = h.siret)
     select count(*)::int as n from gone`,
    [sirens, hidden],
  );
  return row?.n ?? 0;
}
