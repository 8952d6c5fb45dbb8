import type { DataSource } from 'typeorm';
import { annonceOf, type ServedAvis } from '../write/annonces.js';
import { noterAvis } from '../write/noter-avis.js';
import { noterProfil } from '../write/noter-profil.js';
import type { StoredProfils } from '../write/stored-profils.js';
import { STATUTS_GARDES } from '../membership.js';
import type { Profil } from '../profil.js';
import { score } from '../score/score.js';

/** A row of a feed as a reader would see it. */
export interface FeedLine {
  compte_id: string;
  avis_id: string;
  score: number;
  raisons: unknown;
  statut: string;
  vu_le: string | null;
}

interface Suivi {
  compte_id: string;
  avis_id: string;
  statut: string;
  vu_le: string | null;
}

const INSTANT = `to_char(vu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Does the work that is queued. @param batch notices at once. */
export async function noteAll(db: DataSource, profils: StoredProfils, batch = 200): Promise<void> {
  for (;;) {
    const avis = await noterAvis(db, profils, { limit: batch });
    const profil = await noterProfil(db);
    if (avis.failed + profil.failed > 0) throw new Error('scoring failed: see write.a_noter and write.profil_a_noter');
    if (avis.done + profil.done === 0) return;
  }
}

/** What the table of feeds holds. */
export async function storedFeeds(db: DataSource): Promise<FeedLine[]> {
  const rows = await db.query<(Omit<FeedLine, 'raisons'> & { raisons: string })[]>(
    `select compte_id, avis_id, score, raisons, statut_utilisateur as statut, ${INSTANT} as vu_le from read.opportunite
     order by compte_id, avis_id`,
  );
  return rows.map((row) => ({ ...row, raisons: JSON.parse(row.raisons) as unknown }));
}

/** What it should hold: every profile against every served notice, from nothing but what is served, asked and marked. */
export async function recomputedFeeds(db: DataSource): Promise<FeedLine[]> {
  const profils = await db.query<{ compte_id: string; profil: Profil }[]>(
    'select compte_id, profil from write.profil order by compte_id',
  );
  const avis = await db.query<ServedAvis[]>(
    `select id, statut = 'ouvert' as ouvert, departements, detail from read.avis where statut <> 'retire' order by id`,
  );
  const suivis = await db.query<Suivi[]>(`select compte_id, avis_id, statut, ${INSTANT} as vu_le from write.suivi`);
  const suiviOf = new Map(suivis.map((suivi) => [`${suivi.compte_id} ${suivi.avis_id}`, suivi]));
  return profils.flatMap(({ compte_id, profil }) =>
    avis.flatMap((one) => {
      const suivi = suiviOf.get(`${compte_id} ${one.id}`);
      const garde = (STATUTS_GARDES as readonly string[]).includes(suivi?.statut ?? 'new');
      const scored = one.ouvert || garde ? score(profil, annonceOf(one).annonce) : null;
      if (scored === null) return [];
      return [{ compte_id, avis_id: one.id, ...scored, statut: suivi?.statut ?? 'new', vu_le: suivi?.vu_le ?? null }];
    }),
  );
}
