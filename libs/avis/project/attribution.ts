import type { AttributionServie } from '#contract/contrats';
import type { Publication } from '#sources/publication';
import { mentionOf, sourceOf } from '#sources/registry';

/** What is held of an award notice: a row of write.attribution. */
export interface AttributionFacts {
  id: string;
  source: string;
  facts: Pick<Publication, 'content' | 'date_publication'>;
}

/** A row of read.attribution. */
export interface RenderedAttribution {
  id: string;
  source: string;
  /** YYYY-MM-DD; also one to come, where the source says so. */
  date_publication: string | null;
  cpv: string | null;
  acheteur_siret: string | null;
  /** The buyer's. */
  departement: string | null;
  /** JSON. */
  item: string;
}

/**
 * Renders an award notice as it is served: no contractor, no amount, no date of award (contract, section Award notice).
 * Pure: the same facts give the same bytes.
 */
export function renderAttribution({ id, source: code, facts }: AttributionFacts): RenderedAttribution {
  const source = sourceOf(code);
  if (source === undefined) throw new Error(`unknown source ${code}`);
  const { content, date_publication } = facts;
  const item: AttributionServie = {
    id,
    source: code,
    titre: content.titre ?? null,
    budget: content.budget ?? null,
    date_publication,
    cpv: content.cpv ?? null,
    acheteur: {
      nom: content.acheteur?.nom ?? null,
      siret: content.acheteur?.siret ?? null,
      departement: content.acheteur?.departement ?? null,
    },
    lien_source: content.lien_source ?? null,
    licence: source.licence,
    mention: mentionOf(source, date_publication),
  };
  return {
    id,
    source: code,
    date_publication,
    cpv: item.cpv,
    acheteur_siret: item.acheteur.siret,
    departement: item.acheteur.departement,
    item: JSON.stringify(item),
  };
}
