import { boampNumbers } from '../eforms/boamp-number.js';
import { ojKey, reference } from '../eforms/notice-reference.js';
import type { IdentityKeys } from '../publication.js';
import { line } from '../values/text.js';
import { consultationKeys } from '../values/url.js';
import { at, type Node, nodes, texts, word, words } from './json.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Every relationship of the standard's code list is with *another* process: its identifiers are not this notice's. */
const OTHER_PROCESS = new Set([
  'framework',
  'planning',
  'parent',
  'prior',
  'unsuccessfulProcess',
  'subContract',
  'replacementProcess',
  'renewalProcess',
]);
const BOAMP_NUMBER = /^\d{2}-\d{1,6}$/;
/** Addresses of one notice: `…boamp.fr/…idweb:26-85567` or `…/avis/detail/26-85567`, `ted.europa.eu/…/47522-2024`. */
const BOAMP_ADDRESS = /\bboamp\.fr\/[^\s"'<>]{0,300}?(?<![\d-])(\d{2}-\d{1,6})(?![\d-])/gi;
const TED_ADDRESS = /\bted\.europa\.eu\/[^\s"'<>]{0,300}?(?<![\d-])0*(\d{1,8}-20\d{2})(?![\d-])/gi;
/** Citations stand in short texts; rules of addresses take their time on a hostile one of megabytes. */
const TEXT_READ = 50_000;
const OJ_CITATION = /\b20\d{2}\/S\s*\d{1,3}\s*[-–]\s*\d{1,9}\b/g;

/**
 * What proves that the notice is the same as another source's (docs/sources.md, C.3): numbers and addresses that the
 * tender cites, and related processes under a relationship of the publisher's own (`sameNotice`).
 */
export function keysOf(release: Node, ocid: string): IdentityKeys {
  const tender = at(release, 'tender');
  const related = nodes(at(release, 'relatedProcesses')).filter(
    (process) => !words(at(process, 'relationship')).some((code) => OTHER_PROCESS.has(code)),
  );
  const identifiers = related.flatMap((process) => word(at(process, 'identifier')) ?? []);
  const said = [...texts(tender), ...texts(related)].map((text) => text.slice(0, TEXT_READ)).join('\n');
  // « %22 » and the like stand before the number in addresses of search pages.
  const plain = said.replace(/%22|%3A/gi, ':');
  const boamp = [...boampNumbers(said), ...matches(plain, BOAMP_ADDRESS), ...identifiers.filter(isBoamp)];
  const joue = [...matches(plain, TED_ADDRESS), ...matches(said, OJ_CITATION, 0), ...identifiers];
  const uuid = word(at(tender, 'id'));
  return {
    procedure_uuid: uuid !== null && UUID.test(uuid) ? uuid.toLowerCase() : null,
    joue: [...new Set(joue.flatMap((number) => ojKey(reference(number)) ?? []))],
    boamp: [...new Set(boamp.map((number) => number.replace(/-0+(?=\d)/, '-')))],
    consultations: consultationKeys(said),
    reference_acheteur: buyersReference(tender, ocid),
  };
}

/** The buyer's own reference: an internal identifier, else the tender's id where it is not the publisher's ocid again. */
function buyersReference(tender: unknown, ocid: string): string | null {
  const internal = nodes(at(tender, 'identifiers')).map((identifier) => word(at(identifier, 'id')));
  const id = word(at(tender, 'id'));
  const own = id === null || ocid.includes(id) || id.includes(ocid) || UUID.test(id) ? null : id;
  return line(internal.find((found) => found !== null) ?? own);
}

function isBoamp(identifier: string): boolean {
  return BOAMP_NUMBER.test(identifier);
}

function matches(text: string, pattern: RegExp, group = 1): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[group] ?? []);
}
