const DECLARED = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]+)/i;
/** As browsers do: the declaration must stand in the first bytes. */
const DECLARATION_WITHIN = 4096;

const ACCEPTED: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
]);

/** A page whose bytes are not text in the charset that it declares, or in one that we do not know. */
export class HtmlCharsetFault extends Error {
  override readonly name = 'HtmlCharsetFault';
}

/**
 * The text of an HTML page. What the answer announces comes first, as in HTML, then what the page declares; it must hold:
 * text read in another charset would be served with broken accents. A page of which neither is said is UTF-8 where its
 * bytes are, else windows-1252, which HTML makes the default of western pages.
 * @param announced `charset` of the answer's `Content-Type`.
 */
export function htmlText(body: Buffer, announced?: string): string {
  const inPage = DECLARED.exec(body.toString('latin1', 0, DECLARATION_WITHIN))?.[1];
  const declared = (announced ?? inPage)?.toLowerCase();
  if (declared === undefined) return decoded(body, 'utf-8') ?? new TextDecoder('windows-1252').decode(body);
  const charset = ACCEPTED.get(declared);
  if (charset === undefined) throw new HtmlCharsetFault(`unsupported charset ${declared}`);
  const text = decoded(body, charset);
  if (text === null) throw new HtmlCharsetFault(`the bytes are not valid ${charset}, which is declared`);
  return text;
}

function decoded(body: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
