import { decodeHTMLStrict } from 'entities';
import type { SaxesParser } from 'saxes';

/** What is not closed reaches to the end: looked for from every opening, the end of a hostile page would take hours. */
const CDATA_OR_BARE =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;

/** « Travaux & services », seen in feeds of every maker, is not well-formed: the lone `&` becomes `&amp;`. */
export function withoutBareAmpersands(xml: string): string {
  return xml.replace(CDATA_OR_BARE, (found) => (found === '&' ? '&amp;' : found));
}

/**
 * Lets a parser read the named entities of HTML, which feeds use without declaring them. What it cannot read of a
 * character (`&unknown;`, `&#0;`, a control character) stays as it is written; every other fault is thrown.
 */
export function readableEntities(parser: SaxesParser): void {
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (xml, name) => (typeof name === 'string' ? (xml[name] ?? ofHtml(name)) : undefined),
  });
  parser.on('error', (error) => {
    if (!/undefined entity|malformed character entity|disallowed character\.$|entity name/.test(error.message))
      throw error;
  });
}

function ofHtml(name: string): string | undefined {
  const reference = `&${name};`;
  const decoded = decodeHTMLStrict(reference);
  return decoded === reference ? undefined : decoded;
}
