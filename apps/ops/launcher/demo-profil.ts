import type { DataSource } from 'typeorm';
import { importProfils } from '#opportunites/write/import-profils';

/** A building company near Rennes: buildings, roofs and façades, finishing; no roads, no sewers. */
const PROFIL = {
  cpv: ['4521', '4526', '454'],
  mots_cles: ['rénovation énergétique', 'couverture', 'ravalement', 'menuiseries'],
  departements: ['35'],
  rayon_km: 250,
  budget_min: 50_000,
  budget_max: 3_000_000,
  types_marche: ['Travaux'],
};

/** Gives the demonstration account something to look for, so that it has a feed; one that was changed is kept. */
export async function ensureDemoProfil(db: DataSource, compteId: string): Promise<void> {
  const [known] = await db.query<unknown[]>('select 1 from write.profil where compte_id = $1', [compteId]);
  if (known !== undefined) return;
  await importProfils(db, [JSON.stringify({ compte_id: compteId, profil: PROFIL })], { ignorerErreurs: false });
}
