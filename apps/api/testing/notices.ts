import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { AvisContent } from '#contract/avis';
import type { MotifRetrait } from '#contract/vocabulary';
import { enrichAvis } from '#avis/enrich/enrich';
import { avisId } from '#avis/fold/identity';
import { renderAvis } from '#avis/project/render';
import { renderRetired } from '#avis/project/render-retired';
import type { Rendered } from '#avis/project/rendered';
import { wholeContent } from '#avis/testing/publications';
import { publish } from '#avis/write/publish';

export interface TestAvis extends Partial<AvisContent> {
  source?: string;
  /** YYYY-MM-DD. */
  date_publication?: string | null;
  /** Retired for this reason instead of served. */
  motif_retrait?: MotifRetrait;
  canonique_id?: string;
}

/** Days from now, `YYYY-MM-DDT11:00:00Z`. */
export function inDays(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T11:00:00Z`;
}

/** Renders and stamps notices through the code that the worker runs. @returns their ids, in order. */
export async function publishNotices(pool: pg.Pool, notices: Record<string, TestAvis>): Promise<string[]> {
  const rendered = Object.entries(notices).map(([identifiant, avis]) => render(identifiant, avis));
  const manager = { query: async (text: string, values: unknown[]) => (await pool.query(text, values)).rows };
  await publish(manager as unknown as EntityManager, rendered);
  return rendered.map((row) => row.id);
}

function render(identifiant: string, avis: TestAvis): Rendered {
  const { source = 'boamp', date_publication = inDays(-10).slice(0, 10), motif_retrait, canonique_id, ...given } = avis;
  const content = wholeContent(identifiant, { date_limite: inDays(30), ...given });
  const facts = {
    source,
    racine: identifiant,
    content,
    date_publication,
    derniere_publication: date_publication,
    cloture: null,
    lots_annules: [],
    keys: { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null },
  };
  const served = renderAvis(enrichAvis(facts, [], null), { now: new Date(), siteUrl: 'https://exemple.fr' });
  if (motif_retrait === undefined) return served;
  return renderRetired(avisId(source, identifiant), motif_retrait, canonique_id ?? null, served);
}
