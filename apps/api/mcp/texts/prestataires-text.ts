import type { PrestataireListe } from '#contract/contrats';
import { nextPage, whenNone, type MetaPage } from './going-on.js';
import { counted, euros, joined, numbered, paragraphs } from './words.js';

/** Of `search_prestataires`. */
export function prestatairesText({ data, meta }: { data: PrestataireListe[]; meta: MetaPage }): string {
  const atLeast = meta.total_exact ? '' : 'Plus de ';
  return paragraphs(
    `${atLeast}${counted(meta.total, 'entreprise trouvée', 'entreprises trouvées')}, ${counted(data.length, 'montrée', 'montrées')}, page ${meta.page}.`,
    whenNone(meta.total),
    numbered(data.map(prestataireLine)),
    nextPage('search_prestataires', meta),
  );
}

/** The list names nobody (contract): the slug begins with the name. */
function prestataireLine(item: PrestataireListe): string {
  return joined(
    `slug ${item.slug}`,
    item.departement !== null && `département ${item.departement}`,
    item.taille !== null && `taille ${item.taille}`,
    item.montant_median !== null && `montant médian ${euros(item.montant_median) ?? ''}`,
    item.cpv_principal !== null && `CPV ${item.cpv_principal}`,
  );
}
