import type { EntityManager } from 'typeorm';
import { STATUTS_GARDES } from '../membership.js';
import { isWithoutSignal, type PreparedAnnonce, type PreparedProfil, prepareAnnonce } from '../score/prepared.js';
import type { Annonce } from '../annonce.js';

interface Row extends Omit<Annonce, 'id' | 'mots' | 'budget' | 'type_marche' | 'procedure'> {
  avis_id: string;
  facts: Pick<Annonce, 'budget' | 'type_marche' | 'procedure'>;
  /** Ranks of the keywords that the notice holds. */
  groupes: number[] | null;
}

/**
 * The notices that a profile may match and that may stand in its feed, found by the indexes of write.annonce. Of their
 * words only those of the keywords that they hold are given, which is all that scoring asks: the others would be most of
 * what is read.
 */
export async function matchingAnnonces(
  manager: EntityManager,
  compteId: string,
  profil: PreparedProfil,
): Promise<PreparedAnnonce[]> {
  // The end of a prefix: « : » follows « 9 ».
  const rows = await manager.query<Row[]>(
    `with trouve as materialized (
       select a.avis_id, g.rang from json_array_elements($2::json) with ordinality as g (mots, rang)
       join write.annonce a on a.mots @> array(select json_array_elements_text(g.mots))
     ), candidat as (
       select avis_id from trouve
       union
       select a.avis_id from unnest($3::text[]) as p (cpv)
       join write.annonce a on a.cpv ~>=~ p.cpv and a.cpv ~<~ (p.cpv || ':')
       union
       select a.avis_id from write.annonce a where a.departements && $4::text[]
     )
     select a.avis_id, a.cpv, a.departements, a.facts, t.groupes
     from candidat c join write.annonce a on a.avis_id = c.avis_id
     left join (select avis_id, array_agg(rang::int - 1) as groupes from trouve group by avis_id) t on t.avis_id = a.avis_id
     where a.ouvert or exists (
       select from write.suivi s where s.compte_id = $1 and s.avis_id = a.avis_id and s.statut = any($5::text[]))`,
    [
      compteId,
      JSON.stringify(profil.groupes.map(({ mots }) => mots)),
      profil.cpv,
      isWithoutSignal(profil) ? [...profil.departements] : [],
      STATUTS_GARDES,
    ],
  );
  return rows.map(({ avis_id: id, facts, groupes, ...row }) =>
    prepareAnnonce({
      id,
      cpv: row.cpv,
      departements: row.departements,
      ...facts,
      mots: (groupes ?? []).flatMap((rang) => profil.groupes[rang]?.mots ?? []),
    }),
  );
}
