import type { DataSource, EntityManager } from 'typeorm';
import type { Evaluation } from '../modele.js';
import type { Role } from '../role.js';
import { verdictOf } from '../verdict-of.js';
import { type Claim, forgetClaim } from './claim.js';
import { HOLDS } from './holding.js';

export interface Outcome extends Evaluation {
  role: Role;
}

/**
 * Keeps the outcome of a model and serves what both say now, in one transaction.
 * @returns false when the notice, the profile or the feed is no longer what was evaluated: nothing is kept then.
 */
export async function recordEvaluation(db: DataSource, claim: Claim, evaluation: Evaluation): Promise<boolean> {
  const { compte_id, avis_id, role, modele, consigne, empreinte, version, importe_le } = claim;
  return db.transaction(async (manager) => {
    await forgetClaim(manager, claim);
    // The profile is held so that its deletion, which takes its outcomes away, finds this one.
    const standing = await manager.query<unknown[]>(
      `select 1 from write.profil p, read.opportunite o, write.annonce a
       where p.compte_id = $1 and p.version = $3 and p.importe_le = $4 and o.compte_id = $1 and o.avis_id = $2
         and a.avis_id = $2 and a.empreinte = $5
       for share of p for update of o`,
      [compte_id, avis_id, version, importe_le, empreinte],
    );
    if (standing.length === 0) return false;
    await manager.query(
      `insert into write.verdict (compte_id, avis_id, role, avis_empreinte, profil_version, modele, consigne, valeur, raison)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (compte_id, avis_id, role) do update set avis_empreinte = excluded.avis_empreinte,
         profil_version = excluded.profil_version, modele = excluded.modele, consigne = excluded.consigne,
         valeur = excluded.valeur, raison = excluded.raison, evalue_le = clock_timestamp()`,
      [compte_id, avis_id, role, empreinte, version, modele, consigne, evaluation.valeur, evaluation.raison],
    );
    await serveOutcomes(manager, [{ compte_id, avis_id }]);
    return true;
  });
}

/** Serves the outcomes that hold of these feed rows, which the transaction has locked. */
export async function serveOutcomes(
  manager: EntityManager,
  rows: readonly { compte_id: string; avis_id: string }[],
): Promise<void> {
  const found = await manager.query<{ compte_id: string; avis_id: string; outcomes: Outcome[] | null }[]>(
    `select l.compte_id, l.avis_id, (
       select json_agg(json_build_object('role', v.role, 'valeur', v.valeur, 'raison', v.raison))
       from write.verdict v join write.annonce a on a.avis_id = v.avis_id join write.profil p on p.compte_id = v.compte_id
       where v.compte_id = l.compte_id and v.avis_id = l.avis_id and ${HOLDS}) as outcomes
     from unnest($1::uuid[], $2::uuid[]) as l (compte_id, avis_id)`,
    [rows.map((row) => row.compte_id), rows.map((row) => row.avis_id)],
  );
  const served = found.map(({ compte_id, avis_id, outcomes }) => {
    const of = (role: Role) => outcomes?.find((one) => one.role === role) ?? null;
    const { verdict, filtre } = verdictOf(of('petit'), of('grand'));
    return { compte_id, avis_id, verdict: verdict === null ? null : JSON.stringify(verdict), filtre };
  });
  await manager.query(
    `update read.opportunite o set verdict = l.verdict, verdict_filtre = l.filtre
     from json_to_recordset($1::json) as l (compte_id uuid, avis_id uuid, verdict text, filtre text)
     where o.compte_id = l.compte_id and o.avis_id = l.avis_id
       and (o.verdict, o.verdict_filtre) is distinct from (l.verdict, l.filtre)`,
    [JSON.stringify(served)],
  );
}
