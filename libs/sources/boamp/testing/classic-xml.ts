import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { EformsNode } from '../../eforms/node.js';
import { treeOfXml } from '../../eforms/tree.js';
import { SAMPLES, warnAbsent } from './samples-folder.js';

/** The classic XML files of the samples by name, each as the dataset would give it in JSON; null where they are absent. */
export function classicFiles(): Map<string, Buffer> | null {
  const folder = `${SAMPLES}/boamp_xml_classique`;
  if (!existsSync(folder)) {
    warnAbsent(folder);
    return null;
  }
  return new Map(readdirSync(folder).map((name) => [name, documentOfXml(readFileSync(`${folder}/${name}`))]));
}

function documentOfXml(body: Buffer): Buffer {
  const annonce = treeOfXml(body);
  const gestion = annonce.first('GESTION');
  const donnees = annonce.first('DONNEES');
  const idweb = gestion?.first('REFERENCE/IDWEB')?.text;
  return Buffer.from(
    JSON.stringify({ idweb, gestion: JSON.stringify(json(gestion)), donnees: JSON.stringify(json(donnees)) }),
  );
}

/** The gazette's own rendering: repeated elements as a list, attributes as `@X`, text beside them as `#text`. */
function json(node: EformsNode | null): unknown {
  if (node === null) return {};
  const attributes = ['POIDS', 'DEVISE', 'PRIORITE'].flatMap((name) => {
    const value = node.attribute(name);
    return value === null ? [] : [[`@${name}`, value] as const];
  });
  const text = node.text.trim();
  if (node.elements.length === 0 && attributes.length === 0) return text;
  const object: Record<string, unknown> = Object.fromEntries(attributes);
  if (text !== '') object['#text'] = text;
  for (const name of new Set(node.elements.map((element) => element.name))) {
    const children = node.children(name).map(json);
    object[name] = children.length === 1 ? children[0] : children;
  }
  return object;
}
