import { normaliseBoamp } from '#sources/boamp/normalise';
import { type Normalised, type Publication } from '#sources/publication';
import { normaliseTed } from '#sources/ted/normalise';
import { boampRecord } from './boamp/record.js';
import { dayText, parisInstant } from './calendar.js';
import { eformsDocument } from './eforms/document.js';
import { eformsXml } from './eforms/xml.js';
import { type Notice, noticeAt } from './notice.js';
import { placesOf, segmentsOf } from './segments.js';
import { tedNumber } from './ted/number.js';
import { createTimeline } from './timeline.js';

const SEED = 11;
const NOW = Date.parse('2026-11-21T10:00:00Z');
const timeline = createTimeline({ seed: SEED, size: 2000, start: new Date(NOW), growthSeconds: 0 });

function normalised(notice: Notice): Normalised {
  const { source, identifiant } = notice;
  if (source === 'boamp') {
    const body = Buffer.from(JSON.stringify(boampRecord(SEED, notice)));
    return normaliseBoamp({ source, identifiant, format: 'boamp-json', body });
  }
  const published = { number: tedNumber(identifiant), gazette: '1/2026' };
  const body = Buffer.from(eformsXml(eformsDocument(SEED, notice, published)));
  return normaliseTed({ source, identifiant, format: 'eforms-xml', body });
}

describe.each(['boamp', 'ted'] as const)('the generated documents of %s, read by the real adapter', (source) => {
  const read: { notice: Notice; publication: Publication }[] = [];
  const rejected: unknown[] = [];

  beforeAll(() => {
    for (const place of placesOf(segmentsOf(timeline, NOW, -Infinity, Infinity), source, false)) {
      const notice = noticeAt(timeline, place);
      const result = normalised(notice);
      if (result.ok) read.push({ notice, publication: result.publication });
      else rejected.push(result.rejection);
    }
  });

  test('are all accepted, as the publications that they are', () => {
    expect(rejected).toEqual([]);
    for (const { notice, publication } of read) {
      const told = [publication.identifiant, publication.kind, publication.date_publication];
      expect(told).toEqual([notice.identifiant, notice.kind, dayText(notice.day)]);
    }
  });

  test('cite what they follow, and carry the procedure that proves the twin', () => {
    for (const { notice, publication } of read) {
      if (notice.shape === 'EFORMS') expect(publication.keys.procedure_uuid).toBe(notice.procedure.uuid);
      if (notice.cited === null) continue;
      const cited = source === 'boamp' ? notice.cited.identifiant : `${notice.cited.noticeId}-01`;
      expect(publication.cites).toContain(cited);
    }
  });

  test('say the deadline in Paris, whatever their spelling of it', () => {
    let exact = 0;
    const dated = read.filter(({ publication }) => publication.kind === 'initial');
    for (const { notice, publication } of dated) {
      const { day, time } = notice.limite;
      const expected = new Date(parisInstant(day, time)).toISOString().replace('.000Z', 'Z');
      if (publication.content.date_limite === expected) exact++;
    }
    // A deadline in a thousand is absurd on purpose.
    expect(exact / dated.length).toBeGreaterThan(0.99);
  });

  test('keep the identifiers of buyers that are right, and set the others aside', () => {
    const given = read.filter(({ notice }) => notice.shape === 'EFORMS' || notice.shape === 'FNSimple');
    const kept = given.filter(
      ({ notice, publication }) => publication.content.acheteur?.siret === notice.procedure.buyer.siret,
    );
    const whole = given.filter(({ publication }) => publication.whole);
    expect(kept.length / whole.length).toBeGreaterThan(0.9);
    expect(kept.length).toBeLessThan(given.length);
  });
});
