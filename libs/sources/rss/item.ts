import { SaxesParser } from 'saxes';
import { readableEntities, withoutBareAmpersands } from './entities.js';
import { FeedFault } from './feed.js';

/** A direct child of an item: its text, or the markup that it holds (`<content type="xhtml">`). */
export interface Part {
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/** The parts of an item by name, in lower case, without the item's own prefix (`atom:title` of an `atom:entry`). */
export type Item = ReadonlyMap<string, readonly Part[]>;

/** Reads one `<item>` or `<entry>`, cut from its feed: prefixes are declared elsewhere. Throws FeedFault. */
export function readItem(xml: string): Item {
  const mended = withoutBareAmpersands(xml);
  const parts = new Map<string, Part[]>();
  const parser = new SaxesParser({ xmlns: false });
  readableEntities(parser);
  let prefix = '';
  let depth = 0;
  let part: { name: string; attributes: Record<string, string>; text: string; from: number; markup: boolean } | null =
    null;
  parser.on('doctype', () => {
    throw new FeedFault('hostile', 'document type declarations are refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth === 1) {
      if (!/^(?:[\w.-]+:)?(?:item|entry)$/.test(name)) throw new FeedFault('malformed', `<${name}> is not an item`);
      prefix = name.includes(':') ? name.slice(0, name.indexOf(':') + 1) : '';
    } else if (depth === 2) {
      const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      part = { name: own.toLowerCase(), attributes, text: '', from: parser.position, markup: false };
    } else if (part !== null) part.markup = true;
  });
  const text = (piece: string): void => {
    if (part !== null) part.text += piece;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    if (depth === 2 && part !== null) {
      const { name, attributes, from, markup } = part;
      const held = markup ? mended.slice(from, mended.lastIndexOf('<', parser.position - 1)) : part.text;
      const same = parts.get(name);
      if (same === undefined) parts.set(name, [{ text: held, attributes }]);
      else same.push({ text: held, attributes });
      part = null;
    }
    depth--;
  });
  try {
    parser.write(mended).close();
  } catch (error) {
    if (error instanceof FeedFault) throw error;
    throw new FeedFault('malformed', error instanceof Error ? error.message : String(error));
  }
  return parts;
}

/** The first of these parts that is not empty, in the order of the names. */
export function textOf(item: Item, ...names: string[]): string | null {
  for (const name of names) {
    for (const { text } of item.get(name) ?? []) if (text.trim() !== '') return text.trim();
  }
  return null;
}

/** Addresses that name the item itself, best first: Atom's `alternate`, `<link>`, a `guid` or `id` that is one. */
export function linksOf(item: Item): string[] {
  const links = (item.get('link') ?? []).flatMap(({ text, attributes }) => {
    const relation = attributes['rel'] ?? 'alternate';
    return relation === 'alternate' ? [attributes['href']?.trim() ?? text.trim()] : [];
  });
  const names = [textOf(item, 'guid'), textOf(item, 'id')].filter((name) => name !== null);
  return [...new Set([...links, ...names.filter((name) => /^https?:/i.test(name))])].filter((link) => link !== '');
}

/** What tells the item from the others of its feed; null where it says nothing of the kind. */
export function nameOf(item: Item): string | null {
  return textOf(item, 'guid', 'id') ?? linksOf(item)[0] ?? null;
}
