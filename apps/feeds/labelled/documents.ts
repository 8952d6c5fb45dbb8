import type { DocumentFormat } from '#sources/adapter';
import { sourceOf } from '#sources/registry';
import { rowHtml } from '../atexo/row.js';
import { boampRecord } from '../boamp/record.js';
import { eformsDocument } from '../eforms/document.js';
import { eformsXml } from '../eforms/xml.js';
import { listingsOf } from '../listing/listings.js';
import { type Notice, noticeAt } from '../notice.js';
import { historyOf } from '../ocds/history.js';
import { releaseOf } from '../ocds/release.js';
import { LOOKS } from '../rss/looks.js';
import { placesOf, segmentsOf } from '../segments.js';
import { tedNumber } from '../ted/number.js';
import type { Timeline } from '../timeline.js';
import type { TruthRow } from '../truth.js';

/** A document as its source's collection would give it; rendered without the way over HTTP, which others test. */
export interface WorldDocument {
  format: DocumentFormat;
  body: Buffer;
}

/** The documents of a gazette at an instant. */
export function* gazetteDocuments(timeline: Timeline, now: number, source: 'boamp' | 'ted'): Generator<WorldDocument> {
  for (const place of placesOf(segmentsOf(timeline, now, -Infinity, Infinity), source, false)) {
    yield source === 'boamp'
      ? {
          format: 'boamp-json',
          body: Buffer.from(JSON.stringify(boampRecord(timeline.seed, noticeAt(timeline, place)))),
        }
      : { format: 'eforms-xml', body: tedBody(timeline, noticeAt(timeline, place)) };
  }
}

function tedBody(timeline: Timeline, notice: Notice): Buffer {
  const published = { number: tedNumber(notice.identifiant), gazette: '1/2026' };
  return Buffer.from(eformsXml(eformsDocument(timeline.seed, notice, published)));
}

/** What a listing source shows of one notice: a row, an item, or the releases of its history. */
export function listedDocuments(timeline: Timeline, now: number, { source, item }: TruthRow): WorldDocument[] {
  if (item === null) return [];
  switch (sourceOf(source)?.adapter) {
    case 'atexo':
      return [{ format: 'atexo-row', body: Buffer.from(rowHtml(item, 1, sourceOf(source)?.url ?? '')) }];
    case 'rss':
      return [{ format: 'rss-item', body: Buffer.from(LOOKS[item.source]?.item(item) ?? '') }];
    default: {
      const world = { timeline, listings: listingsOf(timeline), now: () => now };
      const releases = historyOf(world, item).map((shown, rank) => releaseOf(shown, rank));
      return releases.map((release) => ({ format: 'ocds-release', body: Buffer.from(JSON.stringify(release)) }));
    }
  }
}
