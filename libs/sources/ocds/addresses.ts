import { type Cleaned, firstCleaned } from '../values/cleaned.js';
import { httpUrl } from '../values/url.js';
import { at, type Node, nodes, word } from './json.js';

/** Address of the notice at its publisher: that of the documents which are the notice itself. */
export function noticeAddress(release: Node): Cleaned<string> {
  const documents = documentsOf(release);
  const award = documents.filter((document) => typeOf(document) === 'awardNotice');
  const tender = documents.filter((document) => typeOf(document) === 'tenderNotice');
  return firstAddress([...tender, ...award].map((document) => at(document, 'url')));
}

/** The buyer's profile (extension « buyer profile »); where it is not given, the address of the bidding documents. */
export function profileAddress(release: Node, buyer: readonly Node[]): Cleaned<string> {
  const documents = documentsOf(release).filter((document) => typeOf(document) === 'biddingDocuments');
  return firstAddress([
    ...buyer.map((node) => at(node, 'details', 'buyerProfile')),
    ...documents.map((document) => at(document, 'url')),
  ]);
}

function documentsOf(release: Node): Node[] {
  return [at(release, 'tender'), ...nodes(at(release, 'awards'))].flatMap((holder) => nodes(at(holder, 'documents')));
}

function typeOf(document: Node): string | null {
  return word(at(document, 'documentType'));
}

function firstAddress(candidates: readonly unknown[]): Cleaned<string> {
  return firstCleaned(...candidates.map((candidate) => () => httpUrl(candidate)));
}
