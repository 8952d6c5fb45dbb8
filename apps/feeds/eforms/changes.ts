import { dayText } from '../calendar.js';
import { type Notice } from '../notice.js';
import { coded, type Element, french } from './element.js';

/** `efac:Changes` of a corrected or cancelled notice; undefined for the others. */
export function changes(notice: Notice): Element | undefined {
  if (notice.cited === null || (notice.kind !== 'correction' && notice.kind !== 'cancellation')) return undefined;
  const cancels = notice.kind === 'cancellation';
  return {
    'efbc:ChangedNoticeIdentifier': `${notice.cited.noticeId}-01`,
    'efac:Change': cancels
      ? undefined
      : {
          'efbc:ChangeDescription': french(description(notice)),
          'efbc:ProcurementDocumentsChangeIndicator': 'false',
          'efac:ChangedSection': { 'efbc:ChangedSectionIdentifier': 'PROCEDURE' },
        },
    'efac:ChangeReason': {
      'cbc:ReasonCode': coded('change-corrig-justification', cancels ? 'cancel' : 'update-add'),
      'efbc:ReasonDescription': french(cancels ? cancellationReason(notice) : 'Modification de la consultation'),
    },
  };
}

/** Why a notice is cancelled, in its own words; names the lot when only one is. */
export function cancellationReason(notice: Notice): string {
  const [lot] = notice.lots;
  return lot === undefined
    ? 'La présente consultation est déclarée sans suite et sera relancée prochainement'
    : `Le pouvoir adjudicateur a décidé de déclarer le lot N°${lot} de la procédure sans suite pour motif d'intérêt général.`;
}

function description(notice: Notice): string {
  if (notice.change?.what === 'limite') {
    return `La date limite de réception des offres est reportée au ${dayText(notice.change.limite.day)}.`;
  }
  return 'Se reporter aux documents de la consultation modifiés.';
}
