import { xmlOf } from './element.js';
import { type EformsDocument } from './document.js';

const NAMESPACES = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  '@xmlns:efac': 'http://data.europa.eu/p27/eforms-ubl-extension-aggregate-components/1',
  '@xmlns:efbc': 'http://data.europa.eu/p27/eforms-ubl-extension-basic-components/1',
  '@xmlns:efext': 'http://data.europa.eu/p27/eforms-ubl-extensions/1',
  '@xmlns:ext': 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
};

/** The UBL XML of a notice, as TED serves it. */
export function eformsXml(document: EformsDocument): string {
  const xmlns = `urn:oasis:names:specification:ubl:schema:xsd:${document.root}-2`;
  const body = xmlOf(document.root, { '@xmlns': xmlns, ...NAMESPACES, ...document.content });
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${body}`;
}
