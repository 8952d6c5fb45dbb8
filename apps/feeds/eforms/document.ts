import { dayText, parisOffset } from '../calendar.js';
import { type Notice } from '../notice.js';
import { publishedAmount, publishedText } from '../quirks.js';
import { changes } from './changes.js';
import { children, coded, type Content, type Element, euros, extension, french, scheme } from './element.js';
import { CONTRACT_NATURE, lotElements } from './lots.js';
import { organizations } from './organizations.js';
import { noticeResult } from './result.js';

export type EformsRoot = 'ContractNotice' | 'ContractAwardNotice';

export interface EformsDocument {
  root: EformsRoot;
  content: { [name: string]: Content };
}

/** Where TED published the document; BOAMP's rendering has none. */
export interface TedPublication {
  number: string;
  gazette: string;
}

/** One eForms notice in the structure of SDK 1.10 to 1.13; BOAMP renders it as JSON, TED as XML. */
export function eformsDocument(seed: number, notice: Notice, ted?: TedPublication): EformsDocument {
  const { procedure } = notice;
  const award = notice.kind === 'attribution';
  const parties = organizations(seed, notice);
  const sent = notice.day - 1;
  const offset = parisOffset(sent);
  const light = procedure.subject.cpv[0].startsWith('805');
  const content = {
    ...extension({
      'efac:Changes': changes(notice),
      'efac:NoticeResult': award ? noticeResult(seed, notice, parties) : undefined,
      'efac:NoticeSubType': { 'cbc:SubTypeCode': coded('notice-subtype', subtype(award, light)) },
      'efac:Organizations': parties.list,
      'efac:Publication': ted === undefined ? undefined : publication(notice, ted),
    }),
    'cbc:UBLVersionID': '2.3',
    'cbc:CustomizationID': 'eforms-sdk-1.13',
    'cbc:ID': scheme('notice-id', notice.noticeId),
    'cbc:ContractFolderID': procedure.uuid,
    'cbc:IssueDate': `${dayText(sent)}${offset}`,
    'cbc:IssueTime': `11:10:04${offset}`,
    'cbc:VersionID': '01',
    'cbc:RegulatoryDomain': '32014L0024',
    'cbc:NoticeTypeCode': award
      ? coded('result', light ? 'can-social' : 'can-standard')
      : coded('competition', light ? 'cn-social' : 'cn-standard'),
    'cbc:NoticeLanguageCode': coded('language', 'FRA'),
    'cac:ContractingParty': {
      'cbc:BuyerProfileURI': procedure.consultation.profil,
      'cac:ContractingPartyType': { 'cbc:PartyTypeCode': coded('buyer-legal-type', procedure.buyer.legalType) },
      'cac:ContractingActivity': { 'cbc:ActivityTypeCode': coded('authority-activity', 'gen-pub') },
      'cac:Party': { 'cac:PartyIdentification': { 'cbc:ID': parties.buyer } },
    },
    'cac:TenderingTerms': {
      'cac:TendererQualificationRequest': {
        'cac:SpecificTendererRequirement': {
          'cbc:TendererRequirementTypeCode': coded('exclusion-grounds-source', 'epo-procurement-document'),
        },
      },
    },
    'cac:TenderingProcess': {
      'cbc:ProcedureCode': coded('procurement-procedure-type', procedure.procedure),
      'cac:NoticeDocumentReference':
        award && notice.cited !== null ? { 'cbc:ID': `${notice.cited.noticeId}-01` } : undefined,
      'cac:ProcessJustification': { 'cbc:ProcessReasonCode': coded('accelerated-procedure', 'false') },
    },
    'cac:ProcurementProject': project(seed, notice),
    'cac:ProcurementProjectLot': lotElements(seed, notice, parties),
    'cac:TenderResult': award ? { 'cbc:AwardDate': '2000-01-01Z' } : undefined,
  };
  return { root: award ? 'ContractAwardNotice' : 'ContractNotice', content };
}

function subtype(award: boolean, light: boolean): string {
  if (award) return light ? '33' : '29';
  return light ? '20' : '16';
}

function publication(notice: Notice, ted: TedPublication): Element {
  return {
    'efbc:NoticePublicationID': scheme('ojs-notice-id', ted.number),
    'efbc:GazetteID': scheme('ojs-id', ted.gazette),
    'efbc:PublicationDate': `${dayText(notice.day)}Z`,
  };
}

function project(seed: number, notice: Notice): Element {
  const { procedure } = notice;
  const { subject, buyer } = procedure;
  const amount = publishedAmount(seed, notice, procedure.budget?.haut ?? null);
  const reference = notice.change?.what === 'reference' ? notice.change.reference : procedure.reference;
  return {
    'cbc:ID': reference,
    'cbc:Name': french(publishedText(seed, notice, 'titre', procedure.objet)),
    'cbc:Description': french(publishedText(seed, notice, 'description', procedure.description)),
    'cbc:ProcurementTypeCode': coded('contract-nature', CONTRACT_NATURE[subject.type]),
    'cbc:Note': procedure.renseignements === null ? undefined : french(procedure.renseignements),
    'cac:RequestedTenderTotal':
      amount === null
        ? undefined
        : procedure.accordCadre
          ? extension({ 'efbc:FrameworkMaximumAmount': euros(amount) })
          : { 'cbc:EstimatedOverallContractAmount': euros(amount) },
    'cac:MainCommodityClassification': { 'cbc:ItemClassificationCode': coded('cpv', subject.cpv[0]) },
    'cac:AdditionalCommodityClassification': children(
      subject.cpv.slice(1).map((code) => ({ 'cbc:ItemClassificationCode': coded('cpv', code) })),
    ),
    'cac:RealizedLocation':
      buyer.nuts === null
        ? undefined
        : {
            'cac:Address': {
              'cbc:CityName': buyer.ville,
              'cbc:PostalZone': buyer.cp,
              'cbc:CountrySubentityCode': coded('nuts', buyer.nuts),
              'cac:Country': { 'cbc:IdentificationCode': coded('country', 'FRA') },
            },
          },
  };
}
