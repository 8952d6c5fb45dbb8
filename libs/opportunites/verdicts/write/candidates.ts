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
 * The rows to evaluate first: those that the other model rejected, since there alone a second opinion hides or shows a
 * notice; then the best of each account, so that none waits for all of another's. Left out: closed notices, those that
 * the user ignores, and those claimed or put off.
 */
export async function findCandidates(
  db: DataSource,
  asked: Asked,
  options: { scoreMin: number; limit: number },
): Promise<Candidate[]> {
  const { role, modele, consigne } = asked;
  const values = [role, modele, consigne, options.scoreMin, options.limit];
  const rejected = await db.query<Candidate[]>(REJECTED, values);
  if (rejected.length >= options.limit) return rejected;
  const known = new Set(rejected.map(keyOf));
  const best = await db.query<Candidate[]>(BEST, values);
  return [...rejected, ...best.filter((one) => !known.has(keyOf(one)))].slice(0, options.limit);
}

const keyOf = ({ compte_id, avis_id }: Candidate): string => `${compte_id} ${avis_id}`;

/** Of a feed row `o`, its notice `a` and its profile `p`: to be evaluated by $1. */
const MISSING = `o.score >= $4 and o.statut_utilisateur <> 'ignored' and a.ouvert
  and not exists (select from write.verdict v where v.compte_id = o.compte_id and v.avis_id = o.avis_id
    and v.role = $1 and v.modele = $2 and v.consigne = $3 and ${HOLDS})
  and not exists (select from write.evaluation e where e.compte_id = o.compte_id and e.avis_id = o.avis_id
    and e.role = $1 and e.not_before > clock_timestamp() and e.modele = $2 and e.consigne = $3
    and e.avis_empreinte = a.empreinte and e.profil_version = p.version)`;

const REJECTED = `select o.compte_id, o.avis_id from write.verdict r
  join write.profil p on p.compte_id = r.compte_id and p.version = r.profil_version
  join write.annonce a on a.avis_id = r.avis_id and a.empreinte = r.avis_empreinte
  join read.opportunite o on o.compte_id = r.compte_id and o.avis_id = r.avis_id
  where r.role <> $1 and r.valeur = 'non' and ${MISSING}
  order by o.score desc, o.avis_id, o.compte_id limit $5`;

const BEST = `select c.compte_id, c.avis_id from write.profil p cross join lateral (
    select o.compte_id, o.avis_id, o.score, row_number() over (order by o.score desc, o.avis_id) as rang
    from read.opportunite o join write.annonce a on a.avis_id = o.avis_id
    where o.compte_id = p.compte_id and ${MISSING}
    order by o.score desc, o.avis_id limit $5
  ) c order by c.rang, c.score desc, c.compte_id limit $5`;
