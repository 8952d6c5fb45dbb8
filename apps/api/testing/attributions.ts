import type pg from 'pg';
import type { AvisContent } from '#contract/avis';
import { attributionId } from '#avis/fold/identity';
import { renderAttribution } from '#avis/project/attribution';
import { wholeContent } from '#avis/testing/publications';

export interface TestAttribution extends Partial<AvisContent> {
  source?: string;
  /** YYYY-MM-DD. */
  date_publication?: string | null;
}

/** Renders award notices through the code that the worker runs. @returns their ids, in order. */
export async function publishAttributions(
  pool: pg.Pool,
  attributions: Record<string, TestAttribution>,
): Promise<string[]> {
  const rendered = Object.entries(attributions).map(([identifiant, attribution]) => {
    const { source = 'boamp', date_publication = '2026-10-01', ...given } = attribution;
    const facts = { content: wholeContent(identifiant, given), date_publication };
    return renderAttribution({ id: attributionId(source, identifiant), source, facts });
  });
  await pool.query(
    `insert into read.attribution (id, source, date_publication, cpv, acheteur_siret, departement, item)
     select id, source, coalesce(date_publication, '-infinity'), cpv, acheteur_siret, departement, item
     from json_to_recordset($1::json) as r (id uuid, source text, date_publication date, cpv text, acheteur_siret text,
       departement text, item text)`,
    [JSON.stringify(rendered)],
  );
  return rendered.map((row) => row.id);
}
