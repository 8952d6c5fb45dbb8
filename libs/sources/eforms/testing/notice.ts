/** Parts of a small eForms notice, to be changed one at a time. */
export interface NoticeParts {
  root?: string;
  type?: string;
  form?: string;
  noticeId?: string;
  changes?: string;
  extension?: string;
  organisations?: string;
  party?: string;
  process?: string;
  project?: string;
  lots?: string;
  publication?: string;
}

const NAMESPACES = [
  ['cac', 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'],
  ['cbc', 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'],
  ['ext', 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2'],
  ['efext', 'http://data.europa.eu/p27/eforms-ubl-extensions/1'],
  ['efac', 'http://data.europa.eu/p27/eforms-ubl-extension-aggregate-components/1'],
  ['efbc', 'http://data.europa.eu/p27/eforms-ubl-extension-basic-components/1'],
] as const;

export const CPV =
  '<cac:MainCommodityClassification><cbc:ItemClassificationCode>45000000</cbc:ItemClassificationCode></cac:MainCommodityClassification>';

/** A complete notice of a French buyer; `parts` replace what it says. */
export function notice(parts: NoticeParts = {}): Buffer {
  const root = parts.root ?? 'ContractNotice';
  const namespaces = NAMESPACES.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${namespaces}>
${inExtensions(`${parts.changes ?? ''}${parts.extension ?? ''}<efac:Organizations>${parts.organisations ?? organisation()}</efac:Organizations>${parts.publication ?? publication('00047522-2024')}`)}
<cbc:CustomizationID>eforms-sdk-1.12</cbc:CustomizationID>
<cbc:ID schemeName="notice-id">${parts.noticeId ?? 'A638AB6B-7005-48a9-a9c7-b91bfc6142f1'}</cbc:ID>
<cbc:ContractFolderID>240D1AD9-b2d8-45ec-bea9-d11e7a75b28e</cbc:ContractFolderID>
<cbc:VersionID>01</cbc:VersionID>
<cbc:NoticeTypeCode listName="${parts.form ?? 'competition'}">${parts.type ?? 'cn-standard'}</cbc:NoticeTypeCode>
<cac:ContractingParty>${parts.party ?? ''}<cac:Party><cac:PartyIdentification><cbc:ID>ORG-0001</cbc:ID></cac:PartyIdentification></cac:Party></cac:ContractingParty>
<cac:TenderingProcess>${parts.process ?? '<cbc:ProcedureCode>open</cbc:ProcedureCode>'}</cac:TenderingProcess>
<cac:ProcurementProject>${parts.project ?? `<cbc:ID>2024-01</cbc:ID><cbc:Name languageID="FRA">Réfection</cbc:Name>${CPV}`}</cac:ProcurementProject>
${parts.lots ?? lot('LOT-0001')}
</${root}>`);
}

export function inExtensions(content: string): string {
  return `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><efext:EformsExtension>${content}</efext:EformsExtension></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`;
}

export function publication(number: string): string {
  return `<efac:Publication><efbc:NoticePublicationID>${number}</efbc:NoticePublicationID><efbc:PublicationDate>2024-01-24Z</efbc:PublicationDate></efac:Publication>`;
}

export function organisation({
  id = 'ORG-0001',
  name = 'Commune de X',
  number = '21590368300013',
  country = 'FRA',
  postcode = '59000',
  before = '',
} = {}): string {
  return `<efac:Organization>${before}<efac:Company><cac:PartyIdentification><cbc:ID>${id}</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name languageID="FRA">${name}</cbc:Name></cac:PartyName><cac:PostalAddress><cbc:PostalZone>${postcode}</cbc:PostalZone><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity><cbc:CompanyID>${number}</cbc:CompanyID></cac:PartyLegalEntity></efac:Company></efac:Organization>`;
}

/** A lot; `terms` go into its tendering terms, `process` into its tendering process, `project` beside its name. */
export function lot(id: string, { terms = '', process = '', project = '', name = `Lot ${id}` } = {}): string {
  return `<cac:ProcurementProjectLot><cbc:ID schemeName="Lot">${id}</cbc:ID><cac:TenderingTerms>${terms}</cac:TenderingTerms><cac:TenderingProcess>${process}</cac:TenderingProcess><cac:ProcurementProject><cbc:Name languageID="FRA">${name}</cbc:Name>${project}${CPV}</cac:ProcurementProject></cac:ProcurementProjectLot>`;
}

export function estimate(amount: string, currency = 'EUR'): string {
  return `<cac:RequestedTenderTotal><cbc:EstimatedOverallContractAmount currencyID="${currency}">${amount}</cbc:EstimatedOverallContractAmount></cac:RequestedTenderTotal>`;
}

export function deadline(date: string, time: string, period = 'TenderSubmissionDeadlinePeriod'): string {
  return `<cac:${period}><cbc:EndDate>${date}</cbc:EndDate>${time === '' ? '' : `<cbc:EndTime>${time}</cbc:EndTime>`}</cac:${period}>`;
}

/** A change of another notice, with the sections that it touches. */
export function change(cited: string, reason: string, sections: readonly string[] = []): string {
  const touched = sections.map(
    (section) =>
      `<efac:Change><efbc:ChangeDescription languageID="FRA">Touche ${section}</efbc:ChangeDescription><efac:ChangedSection><efbc:ChangedSectionIdentifier>${section}</efbc:ChangedSectionIdentifier></efac:ChangedSection></efac:Change>`,
  );
  return `<efac:Changes><efbc:ChangedNoticeIdentifier>${cited}</efbc:ChangedNoticeIdentifier>${touched.join('')}<efac:ChangeReason><cbc:ReasonCode>${reason}</cbc:ReasonCode></efac:ChangeReason></efac:Changes>`;
}
