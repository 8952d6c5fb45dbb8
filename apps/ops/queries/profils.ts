import type { DataSource } from 'typeorm';

export interface StoredProfil {
  compte_id: string;
  nom: string | null;
  version: number;
  importe_le: Date;
  /** Its feed does not follow it yet. */
  en_attente: boolean;
  /** Why it could not be scored, when it could not. */
  erreur: string | null;
  profil: Record<string, string | number | null | string[]>;
  /** Notices of the feed, and those whose score is at least the one asked for. */
  fil: { avis: number; au_dessus: number };
}

/** @returns null when the account has none. */
export async function storedProfil(db: DataSource, compteId: string, score: number): Promise<StoredProfil | null> {
  const [row] = await db.query<StoredProfil[]>(
    `select p.compte_id, c.nom, p.version, p.importe_le, q.compte_id is not null as en_attente, q.error as erreur, p.profil,
       (select json_build_object('avis', count(*), 'au_dessus', count(*) filter (where o.score >= $2))
        from read.opportunite o where o.compte_id = p.compte_id) as fil
     from write.profil p left join access.compte c on c.id = p.compte_id
     left join write.profil_a_noter q on q.compte_id = p.compte_id
     where p.compte_id = $1`,
    [compteId, score],
  );
  return row ?? null;
}
