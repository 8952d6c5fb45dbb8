import { dayText, parisOffset } from '../calendar.js';
import { type Notice } from '../notice.js';
import { CONTRACT_NATURE } from '../eforms/lots.js';
import { tedNumber } from './number.js';

/** Fields of the search interface (docs/sources.md B2.1) and how each is written. Any other name is refused with 400. */
export const TED_FIELDS: Readonly<Record<string, (notice: Notice) => unknown>> = {
  'publication-number': (notice) => tedNumber(notice.identifiant),
  'publication-date': (notice) => `${dayText(notice.day)}${parisOffset(notice.day)}`,
  'notice-identifier': (notice) => notice.noticeId,
  'notice-version': () => '01',
  'procedure-identifier': (notice) => notice.procedure.uuid,
  'notice-type': (notice) => (notice.kind === 'attribution' ? 'can-standard' : 'cn-standard'),
  'form-type': (notice) => (notice.kind === 'attribution' ? 'result' : 'competition'),
  'notice-title': (notice) => ({ fra: `France – ${notice.procedure.subject.objet} – ${notice.procedure.objet}` }),
  'buyer-name': (notice) => ({ fra: [notice.procedure.buyer.nom] }),
  'buyer-identifier': (notice) => [notice.procedure.buyer.siret],
  'buyer-country': () => ['FRA'],
  'classification-cpv': (notice) => [...notice.procedure.subject.cpv],
  'contract-nature': (notice) => [CONTRACT_NATURE[notice.procedure.subject.type]],
  'procedure-type': (notice) => notice.procedure.procedure,
  'estimated-value-proc': (notice) => notice.procedure.budget?.haut,
  'estimated-value-lot': (notice) => notice.procedure.lots.flatMap((lot) => lot.budget ?? []),
  'deadline-receipt-tender-date-lot': (notice) => [`${dayText(notice.limite.day)}${parisOffset(notice.limite.day)}`],
  'deadline-receipt-tender-time-lot': (notice) => [`${notice.limite.time}${parisOffset(notice.limite.day)}`],
  'place-of-performance': (notice) => [
    ...(notice.procedure.buyer.nuts === null ? [] : [notice.procedure.buyer.nuts]),
    'FRA',
  ],
  'winner-name': () => undefined,
  'winner-identifier': () => undefined,
  links: () => undefined,
};
