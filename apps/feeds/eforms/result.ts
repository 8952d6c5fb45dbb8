import { dayText, parisOffset } from '../calendar.js';
import { type Notice } from '../notice.js';
import { quirkDraws } from '../quirks.js';
import { children, coded, type Element, euros, scheme } from './element.js';
import { lotId, soleLotId } from './lots.js';
import { type Organizations } from './organizations.js';

/** `efac:NoticeResult`: one result, tender and contract for each lot that the award names. */
export function noticeResult(seed: number, notice: Notice, parties: Organizations): Element {
  const draws = quirkDraws(seed, notice, 'resultat');
  const { lots, budget } = notice.procedure;
  const numbers = notice.lots.length > 0 ? notice.lots : lots.map((lot) => lot.numero);
  const ids = numbers.length > 0 ? numbers.map(lotId) : [soleLotId(seed, notice)];
  const results = ids.map((lot, index) => {
    const rank = (index + 1).toString().padStart(4, '0');
    // Lots without a usable tender are told as such (clos-nw), with neither tender nor contract.
    const won = index === 0 || draws.chance(0.93);
    const amount = String(draws.between(20_000, budget?.haut ?? 900_000));
    return { rank, lot, won, amount, offers: String(draws.between(1, 12)) };
  });
  const won = results.filter((result) => result.won);
  const total = won.reduce((sum, result) => sum + Number(result.amount), 0);
  const signed = notice.day - draws.between(5, 25);
  return {
    'cbc:TotalAmount': euros(String(total)),
    'efac:LotResult': children(
      results.map(({ rank, lot, won: isWon, offers }) => ({
        'cbc:ID': scheme('result', `RES-${rank}`),
        'cbc:TenderResultCode': coded('winner-selection-status', isWon ? 'selec-w' : 'clos-nw'),
        'efac:LotTender': isWon ? { 'cbc:ID': `TEN-${rank}` } : undefined,
        'efac:ReceivedSubmissionsStatistics': {
          'efbc:StatisticsCode': coded('received-submission-type', 'tenders'),
          'efbc:StatisticsNumeric': isWon ? offers : '0',
        },
        'efac:SettledContract': isWon ? { 'cbc:ID': `CON-${rank}` } : undefined,
        'efac:TenderLot': { 'cbc:ID': lot },
      })),
    ),
    'efac:LotTender': children(
      won.map(({ rank, lot, amount }) => ({
        'cbc:ID': scheme('tender', `TEN-${rank}`),
        'efbc:TenderRankedIndicator': 'false',
        'cac:LegalMonetaryTotal': { 'cbc:PayableAmount': euros(amount) },
        'efac:TenderingParty': { 'cbc:ID': 'TPA-0001' },
        'efac:TenderLot': { 'cbc:ID': lot },
        'efac:TenderReference': { 'cbc:ID': `Offre ${rank}` },
      })),
    ),
    'efac:SettledContract': children(
      won.map(({ rank }) => ({
        'cbc:ID': scheme('contract', `CON-${rank}`),
        'cbc:IssueDate': `${dayText(signed)}${parisOffset(signed)}`,
        'efac:ContractReference': { 'cbc:ID': notice.procedure.reference },
        'efac:LotTender': { 'cbc:ID': `TEN-${rank}` },
      })),
    ),
    'efac:TenderingParty': {
      'cbc:ID': scheme('tendering-party', 'TPA-0001'),
      'cbc:Name': parties.winnerName,
      'efac:Tenderer': { 'cbc:ID': parties.winner },
    },
  };
}
