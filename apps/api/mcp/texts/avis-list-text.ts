import { avisLine, servedOf, type AvisListe } from './avis-line.js';
import { creditsOf } from './credits.js';
import { nextCursor, nextPage, whenNone, type MetaPage } from './going-on.js';
import { counted, numbered, paragraphs } from './words.js';

interface MetaCurseur {
  per_page: number;
  curseur_suivant: string | null;
  total: number | null;
  synchronise_jusqu_a: string;
}

interface Body {
  data: AvisListe[];
  meta: MetaPage | MetaCurseur;
}

/** Of `search_avis`. */
export function avisListText({ data, meta }: Body): string {
  return paragraphs(
    headOf(data.length, meta),
    whenNone(meta.total, ' ; « statut » = tous cherche aussi les avis clos'),
    numbered(data.map(avisLine)),
    goingOn(meta),
    creditsOf(servedOf(data)),
  );
}

function headOf(shown: number, meta: MetaPage | MetaCurseur): string {
  if (meta.total === null) return `${counted(shown, 'avis', 'avis')} sur cette page.`;
  const atLeast = 'total_exact' in meta && !meta.total_exact ? 'Plus de ' : '';
  const page = 'page' in meta ? `, page ${meta.page}` : '';
  return `${atLeast}${counted(meta.total, 'avis trouvé', 'avis trouvés')}, ${counted(shown, 'montré', 'montrés')}${page}.`;
}

function goingOn(meta: MetaPage | MetaCurseur): string | null {
  if ('page' in meta) return nextPage('search_avis', meta);
  return (
    nextCursor('search_avis', meta.curseur_suivant) ??
    `Fin du parcours. Pour ne redemander plus tard que les changements : updated_since = ${meta.synchronise_jusqu_a}.`
  );
}
