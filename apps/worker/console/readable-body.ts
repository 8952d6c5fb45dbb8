/** Longest text shown of a document, in characters; whoever wants more downloads it. */
const SHOWN_MAX = 200_000;

/** A body as text: JSON is indented, bytes that are no text show as what they are not. */
export function readableBody(body: Buffer): { text: string; cut: boolean } {
  const cut = body.length > SHOWN_MAX;
  const text = new TextDecoder().decode(cut ? body.subarray(0, SHOWN_MAX) : body);
  return { text: cut ? text : indented(text), cut };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
