import { SaxesParser } from 'saxes';
import { CharsetFault, decodeXml } from '../xml/charset.js';
import { usualName } from './namespaces.js';
import { ElementNode, type EformsNode } from './node.js';

/** The largest real notice seen is under 10 MB; real nesting is under 30. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 100;

/** A body that cannot be read as a tree. `hostile`: a construct that we refuse to read, whatever it holds. */
export class TreeFault extends Error {
  override readonly name = 'TreeFault';
  constructor(
    readonly reason: 'malformed' | 'hostile',
    message: string,
  ) {
    super(message);
  }
}

/**
 * The root element of an XML body. Entities other than the five of XML do not exist here: a document type
 * declaration is refused before anything in it is read. Throws TreeFault.
 */
export function treeOfXml(body: Buffer): EformsNode {
  if (body.length > MAX_BYTES) throw new TreeFault('hostile', `the document is larger than ${MAX_BYTES} bytes`);
  const parser = new SaxesParser({ xmlns: true });
  const open: ElementNode[] = [];
  const roots: ElementNode[] = [];

  parser.on('doctype', (doctype) => {
    // An HTML error page is a wrong answer, not an attack.
    if (/^\s*html\b/i.test(doctype)) throw new TreeFault('malformed', 'an HTML page, not XML');
    throw new TreeFault('hostile', 'document type declarations are refused');
  });
  parser.on('opentag', (tag) => {
    const attributes = new Map<string, string>();
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.prefix !== 'xmlns') attributes.set(attribute.local, attribute.value);
    }
    const node = new ElementNode(usualName(tag.uri, tag.local), attributes);
    const parent = open.at(-1);
    if (parent === undefined) roots.push(node);
    else parent.addElement(node);
    open.push(node);
    if (open.length > MAX_DEPTH) throw new TreeFault('hostile', `elements are nested deeper than ${MAX_DEPTH}`);
  });
  parser.on('closetag', () => open.pop());
  const addText = (text: string): void => open.at(-1)?.addText(text);
  parser.on('text', addText);
  parser.on('cdata', addText);

  try {
    parser.write(decodeXml(body)).close();
  } catch (error) {
    if (error instanceof TreeFault) throw error;
    if (error instanceof CharsetFault) throw new TreeFault('malformed', error.message);
    throw new TreeFault('malformed', error instanceof Error ? error.message : String(error));
  }
  const [root] = roots;
  if (root === undefined) throw new TreeFault('malformed', 'no root element');
  return root;
}

/**
 * The root element of a JSON rendering of XML, as in BOAMP's `donnees`: one child is an object or a string, several
 * are an array; `@x` is an attribute, `#text` the text beside attributes, `""` an empty element. The value is an
 * object with one key, the root's name. Throws TreeFault.
 */
export function treeOfJson(value: unknown): EformsNode {
  const roots = isObject(value) ? Object.entries(value) : [];
  const [first] = roots;
  if (first === undefined || roots.length !== 1) throw new TreeFault('malformed', 'expected an object with one root');
  if (!isObject(first[1])) throw new TreeFault('malformed', `the root ${first[0]} holds no element`);
  return nodeOfJson(withoutForeignPrefix(first[0]), first[1], 1);
}

function nodeOfJson(name: string, value: unknown, depth: number): ElementNode {
  if (depth > MAX_DEPTH) throw new TreeFault('hostile', `elements are nested deeper than ${MAX_DEPTH}`);
  if (!isObject(value)) {
    const node = new ElementNode(name, new Map());
    node.addText(textOf(value));
    return node;
  }
  const attributes = new Map<string, string>();
  for (const [key, content] of Object.entries(value)) {
    if (key.startsWith('@')) attributes.set(key.slice(key.lastIndexOf(':') + 1).replace(/^@/, ''), textOf(content));
  }
  const node = new ElementNode(name, attributes);
  for (const [key, content] of Object.entries(value)) {
    if (key.startsWith('@')) continue;
    if (key === '#text') node.addText(textOf(content));
    else {
      for (const item of Array.isArray(content) ? content : [content]) {
        node.addElement(nodeOfJson(key, item, depth + 1));
      }
    }
  }
  return node;
}

/** BOAMP keeps the root's own prefix when the document has one (`urn:ContractNotice`). */
function withoutForeignPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
