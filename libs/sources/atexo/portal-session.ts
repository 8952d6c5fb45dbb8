import { type HttpAnswer, type HttpClient, UnexpectedAnswer } from '../adapter.js';
import { type ListPage, readListPage } from './list-page.js';

/** Rows asked of a page: the software offers 10, 20, 50, 100 and 500. A middle way between requests and their weight. */
const PAGE_SIZE = 100;
/** 500 rows with their hidden state weigh some 6 MB. */
const PAGE_MAX_BYTES = 24 * 1024 * 1024;
const RESULT = 'ctl0$CONTENU_PAGE$resultSearch$';

/** Address of the public list of open consultations. @param base without trailing slash. */
export function listUrl(base: string): string {
  return `${base}/?page=Entreprise.EntrepriseAdvancedSearch&AllCons`;
}

/** The list, opened: turning to another page is a post-back with the session's cookies and the last page's state. */
export interface OpenList {
  /** The first page. */
  first: ListPage;
  /** @throws UnexpectedAnswer when another page comes back. */
  turnTo(page: number): Promise<ListPage>;
}

/**
 * Opens the list: one reading of the first ten, then, when there are more, pages of a hundred.
 * The form is posted with as few fields as the software wants (observed): the state, the control that was touched and its
 * value; without the cookie of the first answer it is refused.
 */
export async function openList(http: HttpClient, base: string): Promise<OpenList> {
  const url = listUrl(base);
  const cookies = new Map<string, string>();
  let current = read(await http.get(url, { accept: 'text/html', maxBytes: PAGE_MAX_BYTES }));
  if (current.pages > 1) {
    const size = String(PAGE_SIZE);
    current = await postBack('listePageSizeTop', { listePageSizeTop: size });
  }
  return {
    first: current,
    async turnTo(page) {
      const size = current.size === null ? {} : { listePageSizeTop: String(current.size) };
      current = await postBack('DefaultButtonTop', { ...size, numPageTop: String(page) });
      if (current.page !== page && page <= current.pages) {
        throw new UnexpectedAnswer(`${url}: page ${page} was asked, page ${current.page} came`);
      }
      return current;
    },
  };

  async function postBack(target: string, values: Readonly<Record<string, string>>): Promise<ListPage> {
    if (current.state === null) throw new UnexpectedAnswer(`${url}: no PRADO_PAGESTATE, pages cannot be turned`);
    const controls = Object.entries(values).map(([name, value]) => [`${RESULT}${name}`, value] as const);
    const fields = {
      PRADO_PAGESTATE: current.state,
      PRADO_POSTBACK_TARGET: `${RESULT}${target}`,
      PRADO_POSTBACK_PARAMETER: '',
      ...Object.fromEntries(controls),
    };
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const options = { accept: 'text/html', maxBytes: PAGE_MAX_BYTES, ...(cookie === '' ? {} : { cookie }) };
    return read(await http.postForm(url, fields, options));
  }

  function read(answer: HttpAnswer): ListPage {
    for (const cookie of answer.cookies ?? []) {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return readListPage(answer, url);
  }
}
