import { dayText, parisOffset } from '../calendar.js';
import { APPEAL, CAPACITIES } from '../facts/texts.js';
import { type FactLot } from '../facts/procedure.js';
import { type Notice } from '../notice.js';
import { publishedAmount, publishedText, quirkDraws } from '../quirks.js';
import { children, coded, type Element, euros, extension, french, scheme } from './element.js';
import { type Organizations } from './organizations.js';

/** `LOT-0000` or `LOT-0001` alone: the procedure is not divided. */
export function lotElements(seed: number, notice: Notice, parties: Organizations): Element | Element[] | undefined {
  const { lots, objet, description, subject, budget } = notice.procedure;
  if (lots.length > 0) {
    return children(lots.map((lot) => lotElement(seed, notice, parties, lotId(lot.numero), lot)));
  }
  const whole: FactLot = { numero: 0, intitule: objet, description, cpv: subject.cpv[0], budget: budget?.haut ?? null };
  return lotElement(seed, notice, parties, soleLotId(seed, notice), whole);
}

export function lotId(numero: number): string {
  return `LOT-${numero.toString().padStart(4, '0')}`;
}

export function soleLotId(seed: number, notice: Notice): string {
  return quirkDraws(seed, { ...notice, key: notice.root }, 'lot').chance(0.5) ? 'LOT-0000' : 'LOT-0001';
}

function lotElement(seed: number, notice: Notice, parties: Organizations, id: string, lot: FactLot): Element {
  return {
    'cbc:ID': scheme('Lot', id),
    'cac:TenderingTerms': tenderingTerms(notice, parties),
    'cac:TenderingProcess': tenderingProcess(notice),
    'cac:ProcurementProject': project(seed, notice, lot),
  };
}

function tenderingTerms(notice: Notice, parties: Organizations): Element {
  const { consultation, criteres } = notice.procedure;
  return {
    ...extension({
      'efac:SelectionCriteria': [
        {
          'cbc:CriterionTypeCode': coded('selection-criterion', 'ef-stand'),
          'cbc:Description': french(CAPACITIES.economique),
        },
        {
          'cbc:CriterionTypeCode': coded('selection-criterion', 'tp-abil'),
          'cbc:Description': french(CAPACITIES.technique),
        },
        {
          'cbc:CriterionTypeCode': coded('selection-criterion', 'sui-act'),
          'cbc:Description': french(CAPACITIES.exercice),
        },
      ],
    }),
    'cbc:VariantConstraintCode': coded('permission', 'not-allowed'),
    'cbc:FundingProgramCode': coded('eu-funded', 'no-eu-funds'),
    'cac:CallForTendersDocumentReference': {
      'cbc:ID': 'DOC-1',
      'cbc:DocumentType': 'non-restricted-document',
      'cac:Attachment': { 'cac:ExternalReference': { 'cbc:URI': consultation.adresse } },
    },
    'cac:ContractExecutionRequirement': [
      { 'cbc:ExecutionRequirementCode': coded('reserved-execution', 'no') },
      { 'cbc:ExecutionRequirementCode': coded('einvoicing', 'required') },
    ],
    'cac:AwardingTerms':
      criteres === null
        ? undefined
        : {
            'cac:AwardingCriterion': {
              'cac:SubordinateAwardingCriterion': children(
                criteres.map((critere) => ({
                  ...extension({
                    'efac:AwardCriterionParameter': {
                      'efbc:ParameterCode': coded('number-weight', 'per-exa'),
                      'efbc:ParameterNumeric': String(critere.poids),
                    },
                  }),
                  'cbc:AwardingCriterionTypeCode': coded('award-criterion-type', critere.type),
                  'cbc:Description': french(critere.nom),
                })),
              ),
            },
          },
    'cac:AppealTerms': {
      'cac:PresentationPeriod': { 'cbc:Description': french(APPEAL) },
      'cac:AppealReceiverParty': { 'cac:PartyIdentification': { 'cbc:ID': parties.tribunal } },
    },
    'cac:Language': { 'cbc:ID': 'FRA' },
  };
}

function tenderingProcess(notice: Notice): Element {
  const { limite } = notice;
  const offset = parisOffset(limite.day);
  const period = { 'cbc:EndDate': `${dayText(limite.day)}${offset}`, 'cbc:EndTime': `${limite.time}${offset}` };
  const open = notice.procedure.procedure === 'open';
  const calls = notice.kind !== 'attribution';
  return {
    'cbc:SubmissionMethodCode': coded('esubmission', 'required'),
    'cbc:GovernmentAgreementConstraintIndicator': 'true',
    'cac:TenderSubmissionDeadlinePeriod': calls && open ? period : undefined,
    'cac:ParticipationRequestReceptionPeriod': calls && !open ? period : undefined,
    'cac:AuctionTerms': { 'cbc:AuctionConstraintIndicator': 'false' },
    'cac:ContractingSystem': [
      {
        'cbc:ContractingSystemTypeCode': coded(
          'framework-agreement',
          notice.procedure.accordCadre ? 'fa-wo-rc' : 'none',
        ),
      },
      { 'cbc:ContractingSystemTypeCode': coded('dps-usage', 'none') },
    ],
  };
}

function project(seed: number, notice: Notice, lot: FactLot): Element {
  const { subject, dureeMois, debut, buyer } = notice.procedure;
  const amount = publishedAmount(seed, notice, lot.budget);
  const years = dureeMois !== null && dureeMois % 12 === 0;
  return {
    'cbc:ID': scheme('InternalID', notice.procedure.reference),
    'cbc:Name': french(publishedText(seed, notice, 'titre', lot.intitule)),
    'cbc:Description': french(publishedText(seed, notice, 'description', lot.description)),
    'cbc:ProcurementTypeCode': coded('contract-nature', CONTRACT_NATURE[subject.type]),
    'cac:RequestedTenderTotal': amount === null ? undefined : { 'cbc:EstimatedOverallContractAmount': euros(amount) },
    'cac:MainCommodityClassification': { 'cbc:ItemClassificationCode': coded('cpv', lot.cpv) },
    'cac:RealizedLocation':
      buyer.nuts === null
        ? undefined
        : {
            'cac:Address': {
              'cbc:CountrySubentityCode': coded('nuts', buyer.nuts),
              'cac:Country': { 'cbc:IdentificationCode': coded('country', 'FRA') },
            },
          },
    'cac:PlannedPeriod':
      dureeMois === null && debut === null
        ? undefined
        : {
            'cbc:StartDate': debut === null ? undefined : `${dayText(debut)}${parisOffset(debut)}`,
            'cbc:DurationMeasure':
              dureeMois === null
                ? undefined
                : { '@unitCode': years ? 'YEAR' : 'MONTH', '#text': String(years ? dureeMois / 12 : dureeMois) },
          },
  };
}

export const CONTRACT_NATURE = { TRAVAUX: 'works', SERVICES: 'services', FOURNITURES: 'supplies' } as const;
