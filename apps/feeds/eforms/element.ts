/**
 * An XML element in BOAMP's JSON rendering: attributes are `@name`, text beside attributes is `#text`, several children
 * of one name are an array, one is the object itself, and an empty element is "".
 */
export type Element = string | { [name: string]: Content };
export type Content = Element | Content[] | undefined;

/** One child stays alone, several become an array: the rendering never writes an array of one. */
export function children<T extends Element>(elements: readonly T[]): T | T[] | undefined {
  return elements.length > 1 ? [...elements] : elements[0];
}

export function french(text: string): Element {
  return { '@languageID': 'FRA', '#text': text };
}

export function coded(listName: string, code: string): Element {
  return { '@listName': listName, '#text': code };
}

export function scheme(schemeName: string, id: string): Element {
  return { '@schemeName': schemeName, '#text': id };
}

export function euros(amount: string): Element {
  return { '@currencyID': 'EUR', '#text': amount };
}

/** Content of eForms' own, inside UBL's extension envelope. */
export function extension(content: Element): { 'ext:UBLExtensions': Element } {
  return {
    'ext:UBLExtensions': { 'ext:UBLExtension': { 'ext:ExtensionContent': { 'efext:EformsExtension': content } } },
  };
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The XML of an element, indented as TED publishes it. */
export function xmlOf(name: string, content: Content, indent = ''): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((one) => xmlOf(name, one, indent)).join('');
  if (typeof content === 'string') return `${indent}<${name}>${escapeText(content)}</${name}>\n`;
  let attributes = '';
  let text: string | null = null;
  let inner = '';
  for (const [key, value] of Object.entries(content)) {
    if (key === '#text') text = value as string;
    else if (key.startsWith('@'))
      attributes += ` ${key.slice(1)}="${escapeText(value as string).replaceAll('"', '&quot;')}"`;
    else inner += xmlOf(key, value, `${indent}   `);
  }
  if (text !== null) return `${indent}<${name}${attributes}>${escapeText(text)}</${name}>\n`;
  return `${indent}<${name}${attributes}>\n${inner}${indent}</${name}>\n`;
}
