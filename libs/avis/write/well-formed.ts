const SUSPECT = /\\u0000|\\ud[89a-f]/i;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * The same JSON-safe value without what PostgreSQL refuses in text and JSON: NUL is dropped, a lone surrogate becomes
 * U+FFFD. Values without either (nearly all) are returned as they are.
 */
export function wellFormed<T>(value: T): T {
  // JSON.stringify escapes exactly these: looking for the escapes is far cheaper than walking every value.
  return SUSPECT.test(JSON.stringify(value)) ? (clean(value) as T) : value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), clean(inner)]));
}

function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replace(LONE_SURROGATE, '\uFFFD');
}
