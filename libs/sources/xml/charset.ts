/** Reads the `encoding` of an XML declaration; the declaration itself is ASCII in every charset that we accept. */
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;

const ACCEPTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    ascii: 'utf-8',
    'iso-8859-1': 'windows-1252',
    'iso-8859-15': 'iso-8859-15',
    latin1: 'windows-1252',
    'windows-1252': 'windows-1252',
    cp1252: 'windows-1252',
    'utf-16': 'utf-16le',
    'utf-16le': 'utf-16le',
    'utf-16be': 'utf-16be',
  }),
);

/** A body whose bytes are not text in the charset that it declares, or in one that we do not know. */
export class CharsetFault extends Error {
  override readonly name = 'CharsetFault';
}

/**
 * The text of an XML body: byte order mark first, then the declared encoding, then what the transport announced, then
 * UTF-8. Where declaration and transport disagree and one says UTF-8, the bytes decide: accents of another charset are
 * not valid UTF-8. Throws CharsetFault rather than guess: text read in the wrong charset would be served for ever with
 * broken accents.
 * @param announced `charset` of the answer's `Content-Type`.
 */
export function decodeXml(body: Buffer, announced?: string): string {
  const labels = charsetsOf(body, announced);
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(body);
    } catch {
      // The next one may fit.
    }
  }
  throw new CharsetFault(`the bytes are not valid ${labels.join(' nor ')}`);
}

/** The likeliest charset of an XML document from its first bytes, as `TextDecoder` names it. Throws CharsetFault. */
export function declaredCharset(head: Buffer): string {
  return charsetsOf(head, undefined)[0] ?? 'utf-8';
}

function charsetsOf(body: Buffer, announced: string | undefined): string[] {
  if (body[0] === 0xff && body[1] === 0xfe) return ['utf-16le'];
  if (body[0] === 0xfe && body[1] === 0xff) return ['utf-16be'];
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return ['utf-8'];
  // Without a mark, UTF-16 shows by the zero byte beside the first `<`.
  if (body[0] === 0x3c && body[1] === 0) return ['utf-16le'];
  if (body[0] === 0 && body[1] === 0x3c) return ['utf-16be'];
  const declared = DECLARED.exec(body.toString('latin1', 0, 256))?.[1];
  const known = new Set<string>();
  if (declared !== undefined) known.add(bytewise(declared));
  const told = ACCEPTED.get(announced?.toLowerCase() ?? '');
  if (told !== undefined && !told.startsWith('utf-16')) known.add(told);
  if (known.size === 0) return ['utf-8'];
  return known.delete('utf-8') ? ['utf-8', ...known] : [...known].slice(0, 1);
}

function bytewise(label: string): string {
  const known = ACCEPTED.get(label.toLowerCase());
  // A declaration that could be read byte by byte is not UTF-16, whatever it says.
  if (known === undefined || known.startsWith('utf-16')) throw new CharsetFault(`unsupported encoding ${label}`);
  return known;
}
