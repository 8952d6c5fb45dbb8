import { type EformsNotice, mapEforms } from '../eforms/map.js';
import { TreeFault, treeOfJson } from '../eforms/tree.js';
import type { Anomaly, Rejection } from '../publication.js';
import { createCollector } from '../values/cleaned.js';
import { eformsDeadline } from './deadline.js';
import { at } from './json.js';
import type { BoampRecord } from './record.js';

export type EformsReading =
  { ok: true; notice: EformsNotice; anomalies: Anomaly[] } | { ok: false; rejection: Rejection };

/**
 * Reads the eForms notice inside a record through the mapper that it shares with TED. The deadline that the gazette
 * indexes comes before the lots' own (docs/sources.md, D.1).
 */
export function readEforms(record: BoampRecord): EformsReading {
  const mapping = mapped(record);
  if (!mapping.ok) {
    const { reason, detail } = mapping;
    return { ok: false, rejection: { reason, detail: `donnees.EFORMS: ${detail}`, identifiant: record.idweb } };
  }
  const { notice } = mapping;
  const collector = createCollector();
  const date_limite =
    notice.kind === 'attribution'
      ? notice.content.date_limite
      : collector.keep('date_limite', eformsDeadline(record, notice.content.date_limite));
  const known = notice.anomalies.filter(({ champ }) => date_limite === null || champ !== 'date_limite');
  return {
    ok: true,
    notice: { ...notice, content: { ...notice.content, date_limite } },
    anomalies: [...known, ...collector.anomalies],
  };
}

function mapped(record: BoampRecord): ReturnType<typeof mapEforms> {
  try {
    return mapEforms(treeOfJson(at(record.donnees, 'EFORMS')));
  } catch (error) {
    if (error instanceof TreeFault) return { ok: false, reason: error.reason, detail: error.message };
    throw error;
  }
}
