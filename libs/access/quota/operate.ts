import { type DataSource } from 'typeorm';
import { FAMILLES_QUOTA, type FamilleQuota } from '#contract/vocabulary';
import { getCompte } from '../comptes/comptes.js';
import { QuotaLimite } from '../entities/quota-limite.entity.js';
import { AccessRefusal } from '../refusal.js';

/** Largest daily limit: what the database's integer holds, with room for the reserves of one day. */
const LIMITE_MAX = 1_000_000_000;

/**
 * Sets the daily limit of an account for one family, or brings back the default with null. It applies at once; what was
 * already served today stays counted.
 */
export async function setQuotaLimite(
  db: DataSource,
  { compteId, famille, limite }: { compteId: string; famille: FamilleQuota; limite: number | null },
): Promise<void> {
  if (!FAMILLES_QUOTA.includes(famille)) {
    throw new AccessRefusal(`"${famille}" is not a quota family: use ${FAMILLES_QUOTA.join(' or ')}.`);
  }
  await getCompte(db, compteId);
  const repository = db.getRepository(QuotaLimite);
  if (limite === null) {
    await repository.delete({ compteId, famille });
    return;
  }
  if (!Number.isInteger(limite) || limite < 0 || limite > LIMITE_MAX) {
    throw new AccessRefusal(`A limit is a whole number of records from 0 to ${LIMITE_MAX}.`);
  }
  await repository.save({ compteId, famille, limite });
}

/** Limit and consumption of one account today (UTC). */
export interface CompteQuota {
  compte_id: string;
  nom: string;
  famille: FamilleQuota;
  limite: number;
  /** Whether the operator set this limit. */
  fixee: boolean;
  consomme: number;
}

/** Where every account stands today, by name and family. */
export function listQuotas(db: DataSource): Promise<CompteQuota[]> {
  return db.query(
    `select compte.id as compte_id, compte.nom, f.famille, coalesce(l.limite, access.quota_defaut(f.famille)) as limite,
       l.limite is not null as fixee, coalesce(q.consomme, 0) as consomme
     from access.compte cross join unnest($1::text[]) as f (famille)
     left join access.quota_limite l on l.compte_id = compte.id and l.famille = f.famille
     left join access.quota q on q.compte_id = compte.id and q.famille = f.famille
       and q.jour = (clock_timestamp() at time zone 'UTC')::date
     order by compte.nom, compte.id, f.famille desc`,
    [[...FAMILLES_QUOTA]],
  );
}
