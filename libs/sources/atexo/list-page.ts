import { type CheerioAPI, load } from 'cheerio/slim';
import { type HttpAnswer, UnexpectedAnswer } from '../adapter.js';
import { rowFragment } from './fragment.js';
import { htmlText, HtmlCharsetFault } from './html-text.js';
import { identifiantOf } from './identity.js';
import { keysOfRow } from './keys-of.js';

/** One row of the list: the identifier, and the fragment that the archive keeps. */
export interface ListedRow {
  /** Null when the row does not show its keys as the software writes them. */
  identifiant: string | null;
  html: string;
}

/** One page of the public list of open consultations. */
export interface ListPage {
  rows: ListedRow[];
  /** Open consultations, as the page counts them. */
  total: number;
  /** Number of this page, from 1, and of the last one. */
  page: number;
  pages: number;
  /** Rows that a page holds; null when the page does not say. */
  size: number | null;
  /** `PRADO_PAGESTATE`, to be sent back whole with the next post-back; null when the page has none. */
  state: string | null;
}

const ROW = 'div.item_consultation';
const RESULT = '_resultSearch_';
/** The largest portal shows some 15,000 consultations, ten a page: a list that announces more pages has no end. */
const MOST_PAGES = 10_000;

/**
 * Reads a page of the list (ids and classes observed on live portals, docs/sources.md). Throws UnexpectedAnswer on any
 * other page: an error or maintenance page with status 200 must not pass for an empty list.
 */
export function readListPage({ body, charset }: Pick<HttpAnswer, 'body' | 'charset'>, url: string): ListPage {
  const html = textOf(body, charset, url);
  // A page that stops short would give half a row as a whole one.
  if (!/<\/html\s*>/i.test(html)) throw new UnexpectedAnswer(`${url}: the page is cut short, it has no </html>`);
  const $ = load(html, { xml: { xmlMode: false, withStartIndices: true, withEndIndices: true } });
  const rows = rowsOf($, html);
  const total = numberAt($, 'nombreElement');
  if (total === null) {
    const empty = $(`[id$="${RESULT}panelNoElementFound"]`).length > 0 && rows.length === 0;
    if (!empty) throw new UnexpectedAnswer(`${url}: no list of consultations (${titleOf($)})`);
  }
  if ((total ?? 0) > 0 && rows.length === 0) {
    throw new UnexpectedAnswer(`${url}: ${total} consultations announced, no row recognised`);
  }
  // An empty list may be said to have no page; it is read like one of one page.
  const pages = Math.max(1, numberAt($, 'nombrePageTop') ?? Math.ceil((total ?? 0) / Math.max(1, rows.length)));
  if (pages > MOST_PAGES)
    throw new UnexpectedAnswer(`${url}: ${pages} pages announced, at most ${MOST_PAGES} are read`);
  return {
    rows,
    total: total ?? 0,
    page: Number($(`input[id$="${RESULT}numPageTop"]`).first().attr('value') ?? 1) || 1,
    pages,
    size: Number($(`select[id$="${RESULT}listePageSizeTop"] option[selected]`).first().attr('value')) || null,
    state: $('input[name="PRADO_PAGESTATE"]').first().attr('value') ?? null,
  };
}

function textOf(body: Buffer, charset: string | undefined, url: string): string {
  try {
    return htmlText(body, charset);
  } catch (error) {
    if (error instanceof HtmlCharsetFault) throw new UnexpectedAnswer(`${url}: ${error.message}`);
    throw error;
  }
}

/** A row that is not closed ends where the next one starts. */
function rowsOf($: CheerioAPI, html: string): ListedRow[] {
  const elements = $(ROW).toArray();
  return elements.map((element, rank) => {
    const ref = keysOfRow($, $(element));
    const end = Math.min((element.endIndex ?? 0) + 1, elements[rank + 1]?.startIndex ?? html.length);
    return {
      identifiant: ref === null ? null : identifiantOf(ref),
      html: rowFragment(html.slice(element.startIndex ?? 0, end).trim()),
    };
  });
}

/** A count beside the list, « 1 446 » included; null when it is not shown. */
function numberAt($: CheerioAPI, name: string): number | null {
  const text = $(`[id$="${RESULT}${name}"]`)
    .first()
    .text()
    .replace(/[\s\u00A0\u202F]/g, '');
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** What the page calls itself, for the operator. */
function titleOf($: CheerioAPI): string {
  const title = ($('title').first().text() || $('h1').first().text()).replace(/\s+/g, ' ').trim();
  return title === '' ? 'a page without title' : `« ${title.slice(0, 80)} »`;
}
