/** Whole strings, so that nothing inside one is taken for a token. */
const STRING_OR_TOKEN = /"(?:[^"\\]|\\[^])*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * A record of a register from its text. Two faults that JSON forbids and producers make are read: `NaN` of Python for
 * « no value », and line ends or other control characters inside texts.
 * @returns undefined when the text is no JSON even so (no JSON text gives undefined).
 */
export function parseRecord(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return parseMended(body);
  }
}

function parseMended(body: string): unknown {
  try {
    return JSON.parse(body.replace(STRING_OR_TOKEN, mended)) as unknown;
  } catch {
    return undefined;
  }
}

function mended(found: string): string {
  if (!found.startsWith('"')) return 'null';
  return found.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
