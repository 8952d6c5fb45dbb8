import { lookup } from './lookup.js';

/** The usual prefix of each namespace of a UBL document; documents may choose others (seen: `urn:`, `ns3:`). */
const PREFIXES: Readonly<Record<string, string>> = {
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2': 'ext',
  'http://data.europa.eu/p27/eforms-ubl-extensions/1': 'efext',
  'http://data.europa.eu/p27/eforms-ubl-extension-aggregate-components/1': 'efac',
  'http://data.europa.eu/p27/eforms-ubl-extension-basic-components/1': 'efbc',
};

/** The name of an element for the mappers: with its usual prefix in a UBL namespace, its local name elsewhere. */
export function usualName(uri: string, local: string): string {
  const prefix = lookup(PREFIXES, uri);
  return prefix === undefined ? local : `${prefix}:${local}`;
}
