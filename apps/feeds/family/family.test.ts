import { SOURCES, type SourceCode } from '#sources/registry';
import { consultationKeys } from '#sources/values/url';
import { type Procedure } from '../facts/procedure.js';
import { noticeAt } from '../notice.js';
import { placesOf, segmentsOf } from '../segments.js';
import { createTimeline, type Place } from '../timeline.js';
import { truth, type TruthRow } from '../truth.js';
import { type NearKind, nearOf } from './near.js';
import { procedureOf } from './procedure.js';
import { rootOf } from './root.js';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const SIZE = 9000;
const timeline = createTimeline({ seed: 8, size: SIZE, start: new Date(NOW), growthSeconds: 5 });
const rows = [...truth(timeline, NOW)];
const families = grouped(rows);

function grouped(all: readonly TruthRow[]): Map<string, TruthRow[]> {
  const groups = new Map<string, TruthRow[]>();
  for (const row of all) groups.set(row.procedure, [...(groups.get(row.procedure) ?? []), row]);
  return groups;
}

function placesOfSource(source: SourceCode): Place[] {
  return [...placesOf(segmentsOf(timeline, NOW, -Infinity, Infinity), source, false)];
}

test('every publication has its row, and every source its share', () => {
  expect(rows).toHaveLength(SIZE);
  for (const { code } of SOURCES) {
    const own = rows.filter(({ source }) => source === code);
    expect([code, own.length > 375]).toEqual([code, true]);
    expect(new Set(own.map(({ identifiant }) => identifiant)).size).toBe(own.length);
  }
});

test('one procedure is in one to five sources, once in each', () => {
  const spread = new Map<number, number>();
  for (const family of families.values()) {
    const initial = family.filter(({ kind }) => kind === 'initial').map(({ source }) => source);
    expect(new Set(initial).size).toBe(initial.length);
    const sources = new Set(family.map(({ source }) => source)).size;
    spread.set(sources, (spread.get(sources) ?? 0) + 1);
  }
  expect([...spread.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
  expect(families.size).toBeLessThan(SIZE * 0.75);
});

test('the initial publications of a procedure are some days apart at most', () => {
  for (const family of families.values()) {
    const days = family.flatMap(({ kind, date_publication }) =>
      kind === 'initial' ? [Date.parse(date_publication) / 86_400_000] : [],
    );
    expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(5);
  }
});

test('the address of a consultation leads to the platform that shows the same procedure, and to no other', () => {
  const shown = new Map<string, string>();
  for (const { source, item, procedure } of rows) {
    if (item !== null) shown.set(`${source} ${item.numero}`, procedure);
  }
  let named = 0;
  let homes = 0;
  for (const place of placesOfSource('boamp')) {
    const notice = noticeAt(timeline, place);
    const { adresse, profil } = notice.procedure.consultation;
    const platform = SOURCES.find(({ url }) => url === profil);
    if (notice.kind !== 'initial' || platform === undefined) continue;
    homes++;
    const id = consultationKeys(adresse)[0]?.split('|')[1] ?? '';
    if (!/^\d+$/.test(id)) continue;
    named++;
    // At the edges of the window the platform's publication may not be visible.
    expect([notice.root, undefined]).toContain(shown.get(`${platform.code} ${id}`));
  }
  expect(named / homes).toBeGreaterThan(0.15);
  expect(named / homes).toBeLessThan(0.4);
});

test('a platform repeats nobody else’s procedure, and aggregators mostly do', () => {
  const own = (source: SourceCode): number => {
    const places = placesOfSource(source);
    return places.filter((place) => rootOf(timeline, place) === place).length / places.length;
  };
  expect(own('place')).toBeGreaterThan(0.4);
  for (const source of ['francemarches', 'marchesonline', 'centraledesmarches'] as const) {
    expect(own(source)).toBeLessThan(0.35);
  }
});

test('corrections reach BOAMP, the other sources, or both', () => {
  const reach = { both: 0, boamp: 0, others: 0 };
  for (const family of families.values()) {
    const boamp = family.some(({ source, kind }) => source === 'boamp' && kind === 'correction');
    const others = family.some(({ item }) => item?.evenements.some(({ quoi }) => quoi === 'correction') === true);
    if (boamp && others) reach.both++;
    else if (boamp) reach.boamp++;
    else if (others) reach.others++;
  }
  for (const [where, count] of Object.entries(reach)) expect([where, count > 5]).toEqual([where, true]);
});

describe('procedures that only resemble another', () => {
  const pairs = new Map<NearKind, [Procedure, Procedure][]>();
  for (const source of ['boamp', 'place', 'aws', 'achatpublic', 'xmarches', 'ternum_bfc'] as const) {
    for (const place of placesOfSource(source)) {
      const root = source === 'boamp' ? noticeAt(timeline, place).rootPlace : rootOf(timeline, place);
      if (root !== place && source !== 'boamp') continue;
      const near = nearOf(timeline, root);
      if (near?.role !== 'second') continue;
      const both: [Procedure, Procedure] = [procedureOf(timeline, near.other), procedureOf(timeline, root)];
      pairs.set(near.kind, [...(pairs.get(near.kind) ?? []), both]);
    }
  }

  const alike: Record<NearKind, (first: Procedure, second: Procedure) => unknown[]> = {
    sister_lots: (a, b) => [a.buyer.siret === b.buyer.siret, a.limite.day === b.limite.day, a.objet !== b.objet],
    generic_title: (a, b) => [a.objet === b.objet, a.limite.day === b.limite.day],
    generic_buyer: (a, b) => [a.buyer.nom === b.buyer.nom, a.objet === b.objet, a.buyer.siret !== b.buyer.siret],
    same_reference: (a, b) => [a.reference === b.reference, a.limite.day === b.limite.day],
    renewal: (a, b) => [a.buyer.siret === b.buyer.siret, a.objet === b.objet, a.reference !== b.reference],
    relaunch: (a, b) => [a.buyer.siret === b.buyer.siret, b.objet.startsWith(a.objet), a.limite.day < b.limite.day],
  };

  test.each(Object.keys(alike) as NearKind[])('%s: there are some, alike where they should be', (kind) => {
    const found = pairs.get(kind) ?? [];
    expect(found.length).toBeGreaterThan(3);
    for (const [first, second] of found) {
      expect(first.uuid).not.toBe(second.uuid);
      expect(alike[kind](first, second)).not.toContain(false);
    }
  });
});
