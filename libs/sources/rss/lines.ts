import { load } from 'cheerio/slim';
import { decodeHTMLStrict } from 'entities';
import { line } from '../values/text.js';

/** What a reader sees of a description: its lines, and the addresses behind its links. */
export interface Lines {
  lines: string[];
  addresses: string[];
}

interface HtmlNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Readonly<Record<string, string>>;
  children?: HtmlNode[];
}

const MARKUP = /<\/?(?:br|p|div|b|strong|i|em|span|ul|ol|li|table|tr|td|th|dl|dt|dd|a|h[1-6]|font)\b[^<>]*>/i;
const ESCAPED_MARKUP = /&lt;\/?(?:br|p|div|b|strong|span|ul|li|table|tr|td|dl|dt|a)\b/i;
const BLOCKS: ReadonlySet<string> = new Set(
  'p div ul ol li table tr dl dt h1 h2 h3 h4 h5 h6 section article'.split(' '),
);
/** Never text: scripts and styles do not reach what is served. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title', 'iframe', 'object', 'noscript']);
const MOST_DEPTH = 60;
/** « Consulter l'avis », « DCE »: words of a link, not of the notice. */
const LINK_WORDS =
  /^[\s\W]*(?:voir|consulter|acc[ée]der|en savoir plus|lire la suite|t[ée]l[ée]charger|dce|avis complet|d[ée]poser)\b/iu;

/** The lines of a description: plain text, HTML, or HTML escaped once or twice more than it should be. */
export function linesOf(description: string): Lines {
  let html = description;
  for (let turn = 0; turn < 2 && !MARKUP.test(html) && ESCAPED_MARKUP.test(html); turn++) html = decodeHTMLStrict(html);
  const marked = MARKUP.test(html);
  const addresses: string[] = [];
  const text = marked ? textOfHtml(html, addresses) : html;
  return { lines: text.split(/\r\n?|\n/).flatMap((one) => line(one) ?? []), addresses };
}

function textOfHtml(html: string, addresses: string[]): string {
  let text = '';
  // Looking back through the whole text at every cell would take hours on a hostile one.
  let endsInColon = false;
  const write = (piece: string): void => {
    text += piece;
    const end = piece.trimEnd();
    if (end !== '') endsInColon = end.endsWith(':');
  };
  const walk = (nodes: readonly HtmlNode[], depth: number): void => {
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'text') write((node.data ?? '').replace(/\s+/g, ' '));
      else if (node.type === 'tag' && !UNSEEN.has(node.name ?? '') && depth < MOST_DEPTH) {
        open(node, nodes[index + 1]);
        walk(node.children ?? [], depth + 1);
        close(node);
      }
    }
  };
  const open = (node: HtmlNode, after: HtmlNode | undefined): void => {
    const { name = '', attribs } = node;
    if (name === 'a' && attribs?.['href'] !== undefined) addresses.push(attribs['href']);
    if (name === 'br' || BLOCKS.has(name) || startsALabel(node, after)) write('\n');
    else if (name === 'td' || name === 'dd') write(' ');
  };
  const close = ({ name = '' }: HtmlNode): void => {
    if ((name === 'th' || name === 'dt') && !endsInColon) write(' : ');
    if (name === 'dt') return;
    if (BLOCKS.has(name)) write('\n');
  };
  walk(load(html, null, false).root()[0]?.children as unknown as HtmlNode[], 0);
  return text
    .split('\n')
    .filter((one) => !LINK_WORDS.test(one))
    .join('\n');
}

/** `<b>Organisme :</b> X <b>Objet :</b> Y`: bold labels stand for line ends. */
function startsALabel({ name = '', children = [] }: HtmlNode, after: HtmlNode | undefined): boolean {
  if (name !== 'b' && name !== 'strong') return false;
  const own = children.map(({ data = '' }) => data).join('');
  return /:\s*$/.test(own) || /^\s*:/.test(after?.data ?? '');
}
