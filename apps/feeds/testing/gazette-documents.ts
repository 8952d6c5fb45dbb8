import type { RawDocument } from '#sources/adapter';
import { boampRecord } from '../boamp/record.js';
import { eformsDocument } from '../eforms/document.js';
import { eformsXml } from '../eforms/xml.js';
import { noticeAt } from '../notice.js';
import { placesOf, segmentsOf } from '../segments.js';
import { tedNumber } from '../ted/number.js';
import { createTimeline, type Gazette } from '../timeline.js';

/** Publications of all 18 sources among which the two gazettes have one. */
const SHARE = 3.7;

/**
 * What a gazette of the simulated feeds publishes, as the archive holds it, without collecting it.
 * @param total about how many documents both gazettes have together.
 */
export function* gazetteDocuments(source: Gazette, seed: number, total: number): Generator<RawDocument> {
  const start = new Date();
  const size = Math.min(Math.ceil(total * SHARE), 1_000_000);
  const timeline = createTimeline({ seed, size, start, growthSeconds: 0 });
  const segments = segmentsOf(timeline, start.getTime(), -Infinity, Infinity);
  for (const place of placesOf(segments, source, false)) {
    const notice = noticeAt(timeline, place);
    const url = 'https://example.org';
    if (source === 'boamp') {
      const body = Buffer.from(JSON.stringify(boampRecord(seed, notice)));
      yield { source, identifiant: notice.identifiant, format: 'boamp-json', url, body };
    } else {
      const identifiant = tedNumber(notice.identifiant);
      const body = Buffer.from(eformsXml(eformsDocument(seed, notice, { number: identifiant, gazette: '1/2026' })));
      yield { source, identifiant, format: 'eforms-xml', url, body };
    }
  }
}
