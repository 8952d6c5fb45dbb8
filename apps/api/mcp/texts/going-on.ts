import { DEPTH_MAX } from '#contract/limits';

/** `meta` of the lists by page. */
export interface MetaPage {
  page: number;
  per_page: number;
  total: number;
  total_exact: boolean;
}

/** How to ask for the next page; null on the last one. */
export function nextPage(tool: string, { page, per_page, total }: MetaPage): string | null {
  const read = page * per_page;
  if (read >= total) return null;
  if (read + per_page > DEPTH_MAX) return `Suite : trop loin pour être paginée, ajoutez des filtres à ${tool}.`;
  return `Suite : rappelez ${tool} avec les mêmes filtres et page = ${page + 1}.`;
}

/** How to go on with a cursor; null at the end. */
export function nextCursor(tool: string, curseur: string | null): string | null {
  return curseur === null
    ? null
    : `Suite : rappelez ${tool} avec les mêmes filtres et ce curseur, recopié tel quel : ${curseur}`;
}

/** What to try when nothing was found; null when something was. @param otherwise what else than fewer filters helps. */
export function whenNone(total: number | null, otherwise = ''): string | null {
  return total === 0 ? `Rien ne répond à ces filtres : retirez-en, ou cherchez moins de mots${otherwise}.` : null;
}
