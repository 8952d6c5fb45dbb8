/**
 * An address whose path the router can decode. Escapes that are none (`%zz`, `%FF`) stand for themselves, so that the
 * request goes through the chain like any other: limited, counted, and refused as an unknown path or a malformed id.
 */
export function readableAddress(address: string): string {
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + (mark === -1 ? '' : address.slice(mark));
  }
}
