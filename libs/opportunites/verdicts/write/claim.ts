import type { DataSource } from 'typeorm';
import type { AvisDetail } from '#contract/avis';
import { readProfil } from '../../read-profil.js';
import { annonceOf, type ServedAvis } from '../../write/annonces.js';
import type { Profil } from '../../profil.js';
import type { Asked, Candidate } from './candidates.js';
import { HOLDS } from './holding.js';

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
       where a.avis_id = $2 and a.ouvert and p.compte_id = $1 and not exists (
         select from write.verdict v where v.compte_id = $1 and v.avis_id = $2 and v.role = $3 and v.modele = $4
           and v.consigne = $5 and ${HOLDS})
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
  const read = readProfil(profil);
  const { empreinte } = annonceOf({ id: avis_id, ouvert: true, departements, detail });
  if (!read.ok || !empreinte.equals(facts.empreinte)) return null;
  const avis = JSON.parse(detail) as AvisDetail;
  return { compte_id, avis_id, role, modele, consigne, ...facts, avis, profil: read.value };
}

/** Gives a claim back, to be made at any time. */
export async function releaseClaim(db: DataSource, claim: Claim): Promise<void> {
  await db.query(
    `update write.evaluation set not_before = clock_timestamp()
     where compte_id = $1 and avis_id = $2 and role = $3 and avis_empreinte = $4 and profil_version = $5`,
    keyOf(claim),
  );
}

/** Puts an evaluation that failed off, with its error for the operator. */
export async function putOff(db: DataSource, claim: Claim, error: string, delayMs: number): Promise<void> {
  await db.query(
    `update write.evaluation set attempts = least(attempts + 1, 100), error = $6,
       not_before = clock_timestamp() + $7 * interval '1 millisecond'
     where compte_id = $1 and avis_id = $2 and role = $3 and avis_empreinte = $4 and profil_version = $5`,
    [...keyOf(claim), error, delayMs],
  );
}

function keyOf({ compte_id, avis_id, role, empreinte, version }: Claim): unknown[] {
  return [compte_id, avis_id, role, empreinte, version];
}
