import { type Item } from '../listing/item.js';
import { PAGE_SIZES, type PageState, writeState } from './page-state.js';
import { rowHtml } from './row.js';

const RESULT = 'ctl0_CONTENU_PAGE_resultSearch';

export interface ListPage {
  state: PageState;
  /** Open consultations in all, and the pages that they fill. */
  total: number;
  pages: number;
  items: readonly Item[];
  /** `http://host/place`. */
  base: string;
}

/** The page of results: the form with its hidden state, the pager above and below, the rows. */
export function listPage(page: ListPage): string {
  return `<!DOCTYPE html>
<html lang="fr">
<head>
    <meta charset="utf-8" />
    <meta name="robots" content="noindex" />
    <title>Toutes les consultations</title>
    <script src="${page.base}/themes/js/jquery.min.js?k=5f2ae8ed96dd49.01520048"></script>
</head>
<body>
<form method="post" action="/?page=Entreprise.EntrepriseAdvancedSearch&amp;AllCons" id="ctl0_ctl1">
<div style="visibility:hidden;">
<input type="text" style="display:none;" name="PRADO_PAGESTATE" id="PRADO_PAGESTATE" value="${writeState(page.state)}" />
</div>
<div id="ctl0_CONTENU_PAGE_panelResult">
${page.total === 0 ? nothingFound() : found(page)}
</div>
</form>
<script>new Prado.WebUI.TLinkButton({'ID':"${RESULT}_PagerTop_ctl2",'EventTarget':"ctl0$CONTENU_PAGE$resultSearch$PagerTop$ctl2"});</script>
</body>
</html>
`;
}

function nothingFound(): string {
  return `<div id="${RESULT}_panelNoElementFound"><h2>Aucun résultat</h2></div>`;
}

function found({ state, total, pages, items, base }: ListPage): string {
  const rows = items.map((item, index) => rowHtml(item, index + 1, base)).join('\n');
  return `<div id="${RESULT}_panelElementsFound">
<h2>Nombre de résultats : <span id="${RESULT}_nombreElement">${total}</span></h2>
${pager('Top', state, pages)}
<div class="list-group" id="tabNav">
${rows}
</div>
${pager('Bottom', state, pages)}
</div>`;
}

function pager(where: 'Top' | 'Bottom', { page, size }: PageState, pages: number): string {
  const options = PAGE_SIZES.map(
    (count) => `<option value="${count}"${count === size ? ' selected="selected"' : ''}>${count}</option>`,
  ).join('');
  const next =
    page < pages
      ? `<a id="${RESULT}_Pager${where}_ctl2" href="javascript:;"><span title="Aller à la page suivante">&gt;</span></a>`
      : '';
  return `<div class="pager">
<select name="ctl0$CONTENU_PAGE$resultSearch$listePageSize${where}" id="${RESULT}_listePageSize${where}">${options}</select>
<input name="ctl0$CONTENU_PAGE$resultSearch$numPage${where}" type="text" value="${page}" id="${RESULT}_numPage${where}" title="N° de la page" />
/ <span id="${RESULT}_nombrePage${where}">${pages}</span>
${next}
</div>`;
}
