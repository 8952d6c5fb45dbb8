import { boampRecord } from './boamp/record.js';
import { type Notice, noticeAt } from './notice.js';
import { placesOf, segmentsOf } from './segments.js';
import { createTimeline, numberOfPlace, placeOfNumber, type Gazette, type Timeline } from './timeline.js';
import { truth } from './truth.js';
import { newYear, yearOf } from './calendar.js';

const NOW = Date.parse('2026-11-21T10:00:00Z');

function timelineOf(size: number, seed = 1, start = NOW, growthSeconds = 5): Timeline {
  return createTimeline({ seed, size, start: new Date(start), growthSeconds });
}

function noticesOf(timeline: Timeline, source: Gazette, now = timeline.start): Notice[] {
  const segments = segmentsOf(timeline, now, -Infinity, Infinity);
  return [...placesOf(segments, source, false)].map((place) => noticeAt(timeline, place));
}

describe('the generated notices', () => {
  const timeline = timelineOf(18_000);
  const boamp = noticesOf(timeline, 'boamp');
  const ted = noticesOf(timeline, 'ted');
  const share = (count: number): number => count / boamp.length;

  test.each([50, 51, 137, 2000, 105_001, 1_000_000])('exist in the number asked: %d', (size) => {
    const one = timelineOf(size);
    const segments = segmentsOf(one, NOW, -Infinity, Infinity);
    const count = segments.reduce((sum, segment) => sum + segment.high - segment.low + 1, 0);
    expect(count).toBe(size);
    expect(one.perDay).toBeLessThanOrEqual(2500);
  });

  test('are the same bytes for the same seed and clock, and others for another seed', () => {
    const render = (seed: number): string =>
      JSON.stringify(noticesOf(timelineOf(200, seed), 'boamp').map((notice) => boampRecord(seed, notice)));
    expect(render(1)).toBe(render(1));
    expect(render(2)).not.toBe(render(1));
  });

  test('keep number and content when the feeds are started again a day later', () => {
    const later = timelineOf(18_000, 1, NOW + 86_400_000);
    const again = new Map(noticesOf(later, 'boamp').map((notice) => [notice.identifiant, notice]));
    const common = boamp.filter((notice) => again.has(notice.identifiant));
    expect(common.length).toBeGreaterThan(boamp.length * 0.9);
    for (const notice of common.slice(0, 500)) {
      expect(boampRecord(1, again.get(notice.identifiant)!)).toEqual(boampRecord(1, notice));
    }
  });

  test('have numbers that are theirs alone and lead back to them', () => {
    const hour = NOW + 3_600_000;
    for (const source of ['boamp', 'ted'] as const) {
      const notices = noticesOf(timeline, source, hour);
      expect(new Set(notices.map((notice) => notice.identifiant)).size).toBe(notices.length);
      for (const { place, day, identifiant } of notices) {
        expect(identifiant).toMatch(source === 'boamp' ? /^\d\d-\d{1,7}$/ : /^\d{1,8}-\d{4}$/);
        expect(placeOfNumber(timeline, yearOf(day), numberOfPlace(timeline, place))).toEqual(place);
        expect(day).toBeGreaterThanOrEqual(newYear(yearOf(day)));
      }
    }
  });

  test('come in the measured shares of kinds and shapes', () => {
    const kind = (name: string): number => share(boamp.filter((notice) => notice.kind === name).length);
    expect(kind('correction')).toBeGreaterThan(0.025);
    expect(kind('correction')).toBeLessThan(0.065);
    expect(kind('attribution')).toBeGreaterThan(0.15);
    expect(kind('attribution')).toBeLessThan(0.3);
    expect(kind('cancellation')).toBeGreaterThan(0);
    expect(kind('cancellation')).toBeLessThan(0.01);
    const shape = (name: string): number => share(boamp.filter((notice) => notice.shape === name).length);
    expect(shape('EFORMS')).toBeCloseTo(1 / 3, 1);
    for (const name of ['FNSimple', 'MAPA', 'CLASSIC']) expect(shape(name)).toBeGreaterThan(0.05);
  });

  test('are mostly open, and their descriptions have the measured lengths', () => {
    const initial = boamp.filter((notice) => notice.kind === 'initial');
    const open = initial.filter((notice) => notice.limite.day > timeline.lastDay);
    expect(open.length / initial.length).toBeGreaterThan(0.65);
    const lengths = initial.map((notice) => notice.procedure.description.length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeGreaterThan(450);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(900);
    expect(lengths.at(-1)).toBeGreaterThan(4000);
  });

  test('spread over the departments', () => {
    const departements = new Set(boamp.map((notice) => notice.procedure.buyer.departement));
    expect(departements.size).toBeGreaterThan(95);
  });

  test('appear in both gazettes under one procedure, and follow what they cite', () => {
    const roots = new Set(boamp.filter((notice) => notice.kind === 'initial').map((notice) => notice.root));
    const twins = ted.filter((notice) => notice.kind === 'initial' && roots.has(notice.root));
    expect(twins.length / ted.length).toBeGreaterThan(0.4);
    const byId = new Map(boamp.map((notice) => [notice.identifiant, notice]));
    const following = boamp.filter((notice) => notice.cited !== null);
    const cited = following.flatMap((notice) => {
      const initial = byId.get(notice.cited!.identifiant!);
      return initial === undefined ? [] : [{ notice, initial }];
    });
    expect(cited.length).toBeGreaterThan(following.length * 0.25);
    for (const { notice, initial } of cited) {
      expect(initial.kind).toBe('initial');
      expect(initial.day).toBeLessThan(notice.day);
      expect(initial.procedure.uuid).toBe(notice.procedure.uuid);
      expect(initial.noticeId).toBe(notice.cited!.noticeId);
    }
  });

  test('are told by the truth, one row a publication', () => {
    const small = timelineOf(800);
    const rows = [...truth(small, NOW)];
    expect(rows).toHaveLength(800);
    const ends = new Map<string, Set<string>>();
    for (const row of rows) {
      if (row.shape === null) continue;
      const key = `${row.source} ${row.procedure}`;
      ends.set(key, (ends.get(key) ?? new Set()).add(JSON.stringify(row.fin)));
    }
    for (const end of ends.values()) expect(end.size).toBe(1);
    expect(rows.some((row) => row.fin.closed)).toBe(true);
  });
});
