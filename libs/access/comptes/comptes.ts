import { randomUUID } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { PLANS, type Plan } from '#contract/vocabulary';
import { Compte } from '../entities/compte.entity.js';
import { AccessRefusal } from '../refusal.js';

/**
 * Creates an account.
 * @param db owner's rights, with ACCESS_ENTITIES.
 * @throws AccessRefusal on an empty name or an address without `@`.
 */
export async function createCompte(
  db: DataSource,
  { nom, email, plan = 'pro' }: { nom: string; email: string; plan?: Plan },
): Promise<Compte> {
  if (nom.trim() === '') throw new AccessRefusal('An account needs a name.');
  if (!/^\S+@\S+$/.test(email)) throw new AccessRefusal(`"${email}" is not an e-mail address.`);
  checkPlan(plan);
  const repository = db.getRepository(Compte);
  return repository.save(repository.create({ id: randomUUID(), nom: nom.trim(), email, plan }));
}

/** Every account, oldest first. */
export function listComptes(db: DataSource): Promise<Compte[]> {
  return db.getRepository(Compte).find({ order: { creeLe: 'ASC', id: 'ASC' } });
}

/** @throws AccessRefusal when no account has this id. */
export async function getCompte(db: DataSource, id: string): Promise<Compte> {
  const compte = isUuid(id) ? await db.getRepository(Compte).findOneBy({ id }) : null;
  if (compte === null) throw new AccessRefusal(`No account has the id "${id}". List the accounts to find it.`);
  return compte;
}

/** Changes the plan of an account; its keys stop or start working in every API instance within 2 s. */
export async function setPlan(db: DataSource, compteId: string, plan: Plan): Promise<Compte> {
  checkPlan(plan);
  const compte = await getCompte(db, compteId);
  compte.plan = plan;
  return db.getRepository(Compte).save(compte);
}

function checkPlan(plan: string): void {
  if (!PLANS.includes(plan as Plan)) throw new AccessRefusal(`"${plan}" is not a plan: use ${PLANS.join(' or ')}.`);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
