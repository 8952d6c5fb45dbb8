import { randomUUID } from 'node:crypto';
import { type EntityManager, type DataSource } from 'typeorm';
import { PERIMETRES, USAGES_CLE, type Perimetre, type UsageCle } from '#contract/vocabulary';
import { getCompte } from '../comptes/comptes.js';
import { Cle } from '../entities/cle.entity.js';
import { AccessRefusal } from '../refusal.js';
import { generateKey, hashKey, prefixeOf } from './key.js';

export interface CleRequest {
  compteId: string;
  perimetres: readonly Perimetre[];
  usage: UsageCle;
  /** Null or absent: never. */
  expireLe?: Date | null;
}

/** A new key and its record. `secret` is the key in clear: it can be shown now and never again. */
export interface IssuedCle {
  cle: Cle;
  secret: string;
}

/**
 * Issues a key to a Pro account.
 * @throws AccessRefusal on an unknown account, another plan, no scope, an unknown or repeated one, a past expiry.
 */
export async function issueCle(db: DataSource, request: CleRequest): Promise<IssuedCle> {
  const compte = await getCompte(db, request.compteId);
  if (compte.plan !== 'pro') {
    throw new AccessRefusal(
      `Keys are issued only to Pro accounts and "${compte.nom}" is not: set its plan to pro first.`,
    );
  }
  checkRequest(request);
  return insertCle(db.manager, request);
}

/** Draws a key and stores its hash; the request is already checked. */
export async function insertCle(manager: EntityManager, request: CleRequest): Promise<IssuedCle> {
  const secret = generateKey();
  const cle = manager.create(Cle, {
    id: randomUUID(),
    compteId: request.compteId,
    prefixe: prefixeOf(secret),
    hash: hashKey(secret),
    usage: request.usage,
    perimetres: [...request.perimetres],
    expireLe: request.expireLe ?? null,
    revoqueeLe: null,
    remplaceePar: null,
  });
  return { cle: await manager.save(cle), secret };
}

function checkRequest({ perimetres, usage, expireLe }: CleRequest): void {
  if (perimetres.length === 0) throw new AccessRefusal(`A key needs at least one scope of ${PERIMETRES.join(', ')}.`);
  const unknown = perimetres.find((perimetre) => !PERIMETRES.includes(perimetre));
  if (unknown !== undefined) throw new AccessRefusal(`"${unknown}" is not a scope: use ${PERIMETRES.join(', ')}.`);
  if (new Set(perimetres).size < perimetres.length) throw new AccessRefusal('A scope is given twice.');
  if (!USAGES_CLE.includes(usage))
    throw new AccessRefusal(`"${usage}" is not a usage: use ${USAGES_CLE.join(' or ')}.`);
  if (expireLe && !(expireLe.getTime() > Date.now()))
    throw new AccessRefusal('The expiry must be a date in the future.');
}
