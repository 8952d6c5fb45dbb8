/** An element of the registers' XML: attributes do not occur, a list repeats its element, undefined is not written. */
export function xmlRecord(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => xmlRecord(name, one)).join('');
  return `<${name}>${content(value)}</${name}>\n`;
}

function content(value: unknown): string {
  if (typeof value !== 'object' || value === null) return escaped(String(value));
  return Object.entries(value)
    .map(([key, inner]) =>
      // Lists of the JSON form are objects of one key each: `titulaires: [{ titulaire: … }]`.
      Array.isArray(inner) && inner.every((one) => typeof one === 'object')
        ? `<${key}>${inner.map((one) => content(one)).join('')}</${key}>\n`
        : xmlRecord(key, inner),
    )
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
