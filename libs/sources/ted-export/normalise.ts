import type { AvisContent } from '#contract/avis';
import type { Normalise } from '../adapter.js';
import { boampNumbers } from '../eforms/boamp-number.js';
import { isFrenchCountry } from '../eforms/countries.js';
import { textUnder } from '../eforms/language.js';
import type { EformsNode } from '../eforms/node.js';
import { ojKey } from '../eforms/notice-reference.js';
import { TreeFault, treeOfXml } from '../eforms/tree.js';
import type { IdentityKeys, Normalised, Publication, RejectionReason } from '../publication.js';
import { noticeAddress } from '../ted/notice-address.js';
import { createCollector, type Collector } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { line } from '../values/text.js';
import { consultationKeys } from '../values/url.js';
import { awardScope } from './awards.js';
import { buyerOf } from './buyer.js';
import { type CodedData, codedDataOf, gazetteNumber } from './coded-data.js';
import { contentOf } from './content.js';
import { changedContent, motifOfChanges } from './correction.js';
import { DEFENCE_FORMS, defenceContent, defenceReference } from './defence.js';
import { documentKind } from './document-kind.js';
import { everywhere } from './everywhere.js';
import { originalForm } from './form.js';
import { textOf } from './text.js';

/**
 * A notice of TED before eForms: TED_EXPORT releases 2.0.8 and 2.0.9 (docs/sources.md, B2.2). Its identifier is the
 * publication number without zeros in front, `57651-2021`. Never throws.
 */
export const normaliseTedExport: Normalise = (document): Normalised => {
  let identifiant: string | null = null;
  const rejected = (reason: RejectionReason, detail: string): Normalised => ({
    ok: false,
    rejection: { reason, detail, identifiant },
  });
  try {
    const root = treeOfXml(document.body);
    if (root.name !== 'TED_EXPORT') return rejected('unknown_format', `unknown root element ${root.name.slice(0, 50)}`);
    const coded = codedDataOf(root);
    identifiant = coded.publicationNumber;
    const form = originalForm(root);
    if (form === null) return rejected('incomplete', 'FORM_SECTION has no original form');
    const { kind, outOfScope } = documentKind(coded.documentType, form.name);
    if (outOfScope !== null) return rejected('out_of_scope', `${form.name}: ${outOfScope}`);
    if (kind === null) return rejected('unknown_format', `unknown TD_DOCUMENT_TYPE ${coded.documentType ?? '(none)'}`);
    if (!isFrenchCountry(coded.country))
      return rejected('out_of_scope', `the buyer is not French: ${coded.country ?? '?'}`);
    if (identifiant === null) return rejected('incomplete', 'no NO_DOC_OJS');

    const collector = createCollector();
    const content = wholeContent(form, coded, collector);
    if (content?.acheteur.nom == null) return rejected('incomplete', 'the contracting body has no OFFICIALNAME');
    if (content.titre === null) return rejected('incomplete', 'the object of the contract has no title');
    content.lien_source = noticeAddress(identifiant);
    const facts = { form, coded, kind, identifiant, content };
    return { ok: true, publication: { source: document.source, ...publicationOf(facts, collector) } };
  } catch (error) {
    if (error instanceof TreeFault) return rejected(error.reason, error.message);
    return rejected('internal', error instanceof Error ? error.message : String(error));
  }
};

interface Facts {
  form: EformsNode;
  coded: CodedData;
  kind: Publication['kind'];
  identifiant: string;
  content: AvisContent;
}

function publicationOf(facts: Facts, whole: Collector): Omit<Publication, 'source'> {
  const { form, coded, kind, identifiant, content } = facts;
  const correction = kind === 'correction';
  // A correction repeats the notice beside its changes: what it repeats is not what it corrects.
  const collector = correction ? createCollector() : whole;
  const changed = correction ? changedContent(form, collector) : content;
  const scope = kind === 'attribution' ? awardScope(form) : { closes: false, lots: [] };
  const cites = kind === 'initial' ? [] : citationsOf(form, coded);
  return {
    identifiant,
    aliases: [],
    kind,
    whole: !correction,
    cites,
    closes: scope.closes,
    lots_concernes: scope.lots,
    motif: correction ? motifOfChanges(form) : null,
    date_publication: collector.keep('date_publication', publicationDate(coded)),
    keys: keysOf(form, identifiant, cites),
    content: changed,
    anomalies: collector.anomalies,
  };
}

function wholeContent(form: EformsNode, coded: CodedData, collector: Collector): AvisContent | null {
  if (DEFENCE_FORMS.has(form.name)) return defenceContent(form, coded, collector);
  const acheteur = buyerOf(form, coded.country, collector);
  return acheteur === null ? null : contentOf(form, coded, acheteur, collector);
}

/** What the buyer cites, then what the Office links; itself excluded. */
function citationsOf(form: EformsNode, { linked, publicationNumber }: CodedData): string[] {
  const numbers = [
    ...everywhere(form, 'NOTICE_NUMBER_OJ').flatMap((node) => gazetteNumber(node.text) ?? []),
    ...linked,
  ];
  return [...new Set(numbers)].filter((number) => number !== publicationNumber);
}

function keysOf(form: EformsNode, identifiant: string, cites: readonly string[]): IdentityKeys {
  const words = textUnder(form);
  return {
    procedure_uuid: null,
    joue: [...new Set([identifiant, ...cites].flatMap((number) => ojKey(number) ?? []))],
    boamp: boampNumbers(words),
    consultations: consultationKeys(words),
    reference_acheteur: line(textOf(form.first('OBJECT_CONTRACT/REFERENCE_NUMBER'))) ?? defenceReference(form),
  };
}

function publicationDate({ publishedOn }: CodedData) {
  return calendarDate(publishedOn?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? null);
}
