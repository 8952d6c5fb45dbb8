import { IsNull, type DataSource } from 'typeorm';
import { Cle } from '../entities/cle.entity.js';
import { AccessRefusal } from '../refusal.js';
import { insertCle, type IssuedCle } from './issue.js';

/** Keys of one account, or all, oldest first, revoked and expired ones included. Never a hash nor a key. */
export function listCles(db: DataSource, compteId?: string): Promise<Cle[]> {
  return db
    .getRepository(Cle)
    .find({ where: compteId === undefined ? {} : { compteId }, order: { creeeLe: 'ASC', id: 'ASC' } });
}

/**
 * Revokes a key for good; every API instance refuses it within 2 s.
 * @param reference its id or its prefixe.
 * @throws AccessRefusal when no key, or several, have this reference.
 */
export async function revokeCle(db: DataSource, reference: string): Promise<Cle> {
  const { id } = await getCle(db, reference);
  await db.query('update access.cle set revoquee_le = coalesce(revoquee_le, clock_timestamp()) where id = $1', [id]);
  return getCle(db, id);
}

/**
 * Replaces a key by a new one of the same account, scopes, usage and expiry; the old one goes on working for
 * `graceSeconds` at most, so that its holder can change over.
 * @throws AccessRefusal when the key is unknown, revoked, expired or already replaced.
 */
export async function rotateCle(
  db: DataSource,
  { reference, graceSeconds }: { reference: string; graceSeconds: number },
): Promise<IssuedCle & { remplacee: Cle }> {
  if (!(graceSeconds >= 0)) throw new AccessRefusal('The grace period is a number of seconds, 0 or more.');
  const { id } = await getCle(db, reference);
  const issued = await db.transaction(async (manager) => {
    const old = await manager.findOne(Cle, {
      where: { id, revoqueeLe: IsNull(), remplaceePar: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (old === null || (old.expireLe !== null && old.expireLe.getTime() <= Date.now())) {
      throw new AccessRefusal(`The key ${reference} is revoked, expired or already replaced: issue a new one instead.`);
    }
    const fresh = await insertCle(manager, old);
    await manager.query(
      `update access.cle set remplacee_par = $2,
         expire_le = least(expire_le, clock_timestamp() + make_interval(secs => $3)) where id = $1`,
      [id, fresh.cle.id, graceSeconds],
    );
    return fresh;
  });
  return { ...issued, remplacee: await getCle(db, id) };
}

async function getCle(db: DataSource, reference: string): Promise<Cle> {
  const found = await db
    .getRepository(Cle)
    .createQueryBuilder('cle')
    .where('cle.id::text = :reference or cle.prefixe = :reference', { reference })
    .getMany();
  const [cle, other] = found;
  if (cle === undefined)
    throw new AccessRefusal(`No key has the id or prefix "${reference}". List the keys to find it.`);
  if (other !== undefined) throw new AccessRefusal(`Several keys begin with "${reference}": give the id of one.`);
  return cle;
}
