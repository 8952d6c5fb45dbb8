import { type DataSource } from 'typeorm';
import { Coupure } from '../entities/coupure.entity.js';
import { AccessRefusal } from '../refusal.js';
import { CIBLES, type Cible } from './cibles.js';

/** Cuts the whole API or one resource; every instance answers 503 there within 2 s. Cutting again keeps the first date. */
export async function couper(db: DataSource, cible: Cible): Promise<void> {
  checkCible(cible);
  await db.query('insert into access.coupure (cible) values ($1) on conflict do nothing', [cible]);
}

/** Restores what was cut; restoring what is not does nothing. */
export async function retablir(db: DataSource, cible: Cible): Promise<void> {
  checkCible(cible);
  await db.getRepository(Coupure).delete({ cible });
}

/** What is cut now, longest first. */
export function listCoupures(db: DataSource): Promise<Coupure[]> {
  return db.getRepository(Coupure).find({ order: { coupeeLe: 'ASC' } });
}

function checkCible(cible: string): void {
  if (!CIBLES.includes(cible as Cible)) {
    throw new AccessRefusal(`"${cible}" cannot be cut: use ${CIBLES.join(', ')}.`);
  }
}
