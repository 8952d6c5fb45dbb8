import type pg from 'pg';
import type { Raisons, Verdict } from '#contract/opportunites';
import type { StatutUtilisateur, ValeurVerdict } from '#contract/vocabulary';

/** A row of a feed; the defaults are those of a notice that suits and that nobody has evaluated or seen. */
export interface TestOpportunite {
  score?: number;
  raisons?: Raisons;
  verdict?: Verdict | null;
  verdict_filtre?: ValeurVerdict;
  statut_utilisateur?: StatutUtilisateur;
  /** RFC 3339. */
  vu_le?: string | null;
}

/** Puts notices in the feed of an account, by their ids, as the worker would. */
export async function insertFeed(
  pool: pg.Pool,
  compteId: string,
  rows: Readonly<Record<string, TestOpportunite>>,
): Promise<void> {
  for (const [avisId, row] of Object.entries(rows)) {
    const { score = 80, raisons = { metier: { points: 50, cpv: '45' } }, verdict = null, ...rest } = row;
    const { verdict_filtre = 'oui', statut_utilisateur = 'new', vu_le = null } = rest;
    await pool.query(
      `insert into read.opportunite (compte_id, avis_id, score, raisons, verdict, verdict_filtre, statut_utilisateur, vu_le)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        compteId,
        avisId,
        score,
        JSON.stringify(raisons),
        verdict === null ? null : JSON.stringify(verdict),
        verdict_filtre,
        statut_utilisateur,
        vu_le,
      ],
    );
  }
}
