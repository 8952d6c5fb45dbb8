import type { DataSource, EntityManager } from 'typeorm';
import type { AvisDetail } from '#contract/avis';
import { readProfil } from '../../read-profil.js';
import { annonceOf, type ServedAvis } from '../../write/annonces.js';
import type { Profil } from '../../profil.js';
import type { Asked, Candidate } from './candidates.js';

/** An evaluation that is ours to make, and what it is about. */
export interface Claim extends Candidate, Asked {
  avis: AvisDetail;
  profil: Profil;
  empreinte: Buffer;
  version: number;
  /** Tells a profile from a later one of the same account, whose versions begin again. */
  importe_le: string;
  /** Evaluations of the same that failed. */
  attempts: number;
}

type ClaimKey = Pick<Claim, 'compte_id' | 'avis_id' | 'role' | 'empreinte' | 'version'>;
const KEY = 'compte_id = $1 and avis_id = $2 and role = $3 and avis_empreinte = $4 and profil_version = $5';

interface Row extends Pick<ServedAvis, 'departements' | 'detail'> {
  profil: unknown;
  empreinte: Buffer;
  version: number;
  importe_le: string;
  attempts: number;
}

const SAME = `(e.avis_empreinte, e.profil_version, e.modele, e.consigne)
  is not distinct from (excluded.avis_empreinte, excluded.profil_version, excluded.modele, excluded.consigne)`;

/**
 * Claims one evaluation for so long; nobody else makes it then, whichever worker found it.
 * @returns null when it is another's, made already, or of a notice that scoring has yet to look at again.
 */
export async function claimEvaluation(
  db: DataSource,
  { role, modele, consigne }: Asked,
  { compte_id, avis_id }: Candidate,
  leaseMs: number,
): Promise<Claim | null> {
  const [row] = await db.query<Row[]>(
    `with fait as materialized (
       select a.empreinte, r.departements, r.detail, p.profil, p.version, p.importe_le
       from write.annonce a join read.avis r on r.id = a.avis_id and r.statut = 'ouvert', write.profil p
       where a.avis_id = $2 and a.ouvert and p.compte_id = $1
     ), pris as (
       insert into write.evaluation as e (compte_id, avis_id, role, modele, consigne, avis_empreinte, profil_version,
         not_before)
       select $1, $2, $3, $4, $5, f.empreinte, f.version, clock_timestamp() + $6 * interval '1 millisecond' from fait f
       on conflict (compte_id, avis_id, role) do update set modele = excluded.modele, consigne = excluded.consigne,
         avis_empreinte = excluded.avis_empreinte, profil_version = excluded.profil_version,
         not_before = excluded.not_before, attempts = case when ${SAME} then e.attempts else 0 end
       where e.not_before <= clock_timestamp() or not ${SAME}
       returning e.attempts
     ) select f.departements, f.detail, f.profil, f.empreinte, f.version, f.importe_le::text as importe_le, p.attempts
     from fait f, pris p`,
    [compte_id, avis_id, role, modele, consigne, leaseMs],
  );
  if (row === undefined) return null;
  const { departements, detail, profil, ...facts } = row;
  const claim = { compte_id, avis_id, role, modele, consigne, ...facts };
  if (await isMade(db, claim)) {
    await forgetClaim(db.manager, claim);
    return null;
  }
  const read = readProfil(profil);
  const { empreinte } = annonceOf({ id: avis_id, ouvert: true, departements, detail });
  if (!read.ok || !empreinte.equals(facts.empreinte)) return null;
  const avis = JSON.parse(detail) as AvisDetail;
  return { ...claim, avis, profil: read.value };
}

/**
 * Asked once the claim is ours, in a statement of its own: whoever had it before ended it in the transaction that kept
 * the outcome, which the statement that took the claim may have begun too early to see.
 */
async function isMade(db: DataSource, claim: Omit<Claim, 'avis' | 'profil'>): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    `select 1 from write.verdict where compte_id = $1 and avis_id = $2 and role = $3 and avis_empreinte = $4
       and profil_version = $5 and modele = $6 and consigne = $7`,
    [...keyOf(claim), claim.modele, claim.consigne],
  );
  return rows.length > 0;
}

/** Ends a claim whose evaluation is made, or need not be. */
export async function forgetClaim(manager: EntityManager, claim: ClaimKey): Promise<void> {
  await manager.query(`delete from write.evaluation where ${KEY}`, keyOf(claim));
}

/** Gives a claim back, to be made at any time. */
export async function releaseClaim(db: DataSource, claim: Claim): Promise<void> {
  await db.query(`update write.evaluation set not_before = clock_timestamp() where ${KEY}`, keyOf(claim));
}

/** Puts an evaluation that failed off, with its error for the operator. */
export async function putOff(db: DataSource, claim: Claim, error: string, delayMs: number): Promise<void> {
  await db.query(
    `update write.evaluation set attempts = least(attempts + 1, 100), error = $6,
       not_before = clock_timestamp() + $7 * interval '1 millisecond' where ${KEY}`,
    [...keyOf(claim), error, delayMs],
  );
}

function keyOf({ compte_id, avis_id, role, empreinte, version }: ClaimKey): unknown[] {
  return [compte_id, avis_id, role, empreinte, version];
}
