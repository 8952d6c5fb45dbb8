import type { AttributionServie } from '#contract/contrats';
import { acheteurWords } from './avis-line.js';
import { listHead, type MetaListe } from './contrats-text.js';
import { creditsOf } from './credits.js';
import { nextCursor, whenNone } from './going-on.js';
import { euros, joined, numbered, paragraphs, short } from './words.js';

/** Of `search_attributions`. */
export function attributionsText({ data, meta }: { data: AttributionServie[]; meta: MetaListe }): string {
  return paragraphs(
    listHead(data.length, meta.total, ['avis d’attribution', 'avis d’attribution']),
    whenNone(meta.total),
    numbered(data.map(attributionLine)),
    nextCursor('search_attributions', meta.curseur_suivant),
    creditsOf(data),
  );
}

function attributionLine(item: AttributionServie): string {
  return joined(
    short(item.titre) ?? 'sans titre',
    acheteurWords(item.acheteur),
    euros(item.budget),
    item.date_publication !== null && `publié ${item.date_publication}`,
    item.cpv !== null && `CPV ${item.cpv}`,
    item.lien_source,
    `id ${item.id}`,
  );
}
