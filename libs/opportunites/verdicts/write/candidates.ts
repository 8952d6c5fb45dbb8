import type { DataSource } from 'typeorm';
import type { Role } from '../role.js';
import { HOLDS } from './holding.js';

/** A feed row whose evaluation by a model is missing. */
export interface Candidate {
  compte_id: string;
  avis_id: string;
}

/** Who is asked, and how: another name or another prompt is another evaluation. */
export interface Asked {
  role: Role;
  modele: string;
  consigne: string;
}

/**
 * The rows to evaluate first: the best of each account, so that none waits for all of another's; but those that the
 * other model rejected before all, since there alone a second opinion hides or shows a notice. Left out: closed notices,
 * those that the user ignores, and those claimed or put off.
 */
export function findCandidates(
  db: DataSource,
  { role, modele, consigne }: Asked,
  { scoreMin, limit }: { scoreMin: number; limit: number },
): Promise<Candidate[]> {
  return db.query<Candidate[]>(
    `select c.compte_id, c.avis_id from write.profil p cross join lateral (
       select o.compte_id, o.avis_id, o.score, row_number() over (order by o.score desc, o.avis_id) as rang,
         exists (select from write.verdict v where v.compte_id = o.compte_id and v.avis_id = o.avis_id
           and v.role <> $1 and v.valeur = 'non' and ${HOLDS}) as rejete
       from read.opportunite o join write.annonce a on a.avis_id = o.avis_id
       where o.compte_id = p.compte_id and o.score >= $4 and o.statut_utilisateur <> 'ignored' and a.ouvert
         and not exists (select from write.verdict v where v.compte_id = o.compte_id and v.avis_id = o.avis_id
           and v.role = $1 and v.modele = $2 and v.consigne = $3 and ${HOLDS})
         and not exists (select from write.evaluation e where e.compte_id = o.compte_id and e.avis_id = o.avis_id
           and e.role = $1 and e.not_before > clock_timestamp() and e.modele = $2 and e.consigne = $3
           and e.avis_empreinte = a.empreinte and e.profil_version = p.version)
       order by o.score desc, o.avis_id limit $5
     ) c order by c.rejete desc, c.rang, c.score desc limit $5`,
    [role, modele, consigne, scoreMin, limit],
  );
}
