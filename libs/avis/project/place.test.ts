import { canonicalOf, placeOf, type Member } from './place.js';

function member(id: string, overrides: Partial<Member> = {}): Member {
  return {
    id,
    source: 'boamp',
    complete: true,
    supprime: false,
    disparu: false,
    coupee: false,
    completude: 80,
    date_publication: '2026-10-01',
    ...overrides,
  };
}

const boamp = member('b');
const ted = member('t', { source: 'ted' });
const place = member('p', { source: 'place' });

test('alone: served, unless deleted, cut off or empty', () => {
  const alone = (one: Member, heir: string | null = null) => placeOf(one, [one], heir);
  expect(alone(boamp)).toBe('served');
  expect(alone({ ...boamp, coupee: true })).toEqual({ motif: 'source_coupee', canonique_id: null });
  expect(alone({ ...boamp, coupee: true, supprime: true })).toEqual({ motif: 'supprime', canonique_id: null });
  expect(alone({ ...boamp, complete: false })).toEqual({ motif: 'supprime', canonique_id: null });
  expect(alone({ ...boamp, complete: false, coupee: true }, 'x')).toEqual({ motif: 'doublon', canonique_id: 'x' });
});

test('the lowest rang is canonical, then the richest, then the earliest', () => {
  const [first, second] = [boamp, ted].sort((a, b) => (canonicalOf([boamp, ted]) === a ? -1 : a === b ? 0 : 1));
  expect(canonicalOf([second!, first!])).toBe(first);
  expect(canonicalOf([boamp, member('r', { completude: 90 })])?.id).toBe('r');
  expect(canonicalOf([boamp, member('e', { date_publication: '2026-09-01' })])?.id).toBe('e');
  expect(canonicalOf([boamp, member('n', { date_publication: null })])?.id).toBe('b');
  expect(canonicalOf([])).toBeNull();
});

test('a cut elects the next, says source_coupee of the one it took, and a restore reverses it', () => {
  const set = [boamp, ted, place];
  const best = canonicalOf(set)!;
  const cut = set.map((one) => (one === best ? { ...one, coupee: true } : one));
  const next = canonicalOf(cut)!;
  const others = cut.filter((one) => one.id !== best.id && one.id !== next.id);
  expect(next.id).not.toBe(best.id);
  expect(placeOf({ ...best, coupee: true }, cut, null)).toEqual({ motif: 'source_coupee', canonique_id: null });
  expect(placeOf(next, cut, null)).toBe('served');
  for (const one of others) expect(placeOf(one, cut, null)).toEqual({ motif: 'doublon', canonique_id: next.id });
  expect(placeOf(next, set, null)).toEqual({ motif: 'doublon', canonique_id: best.id });
});

test('a duplicate whose own source is cut stays a duplicate while its canonical is served', () => {
  const best = canonicalOf([boamp, ted])!;
  const other = { ...(best === boamp ? ted : boamp), coupee: true };
  expect(placeOf(other, [best, other], null)).toEqual({ motif: 'doublon', canonique_id: best.id });
  const all = [{ ...best, coupee: true }, other];
  for (const one of all) expect(placeOf(one, all, null)).toEqual({ motif: 'source_coupee', canonique_id: null });
});

test('gone from its source: retired as supprime, as a duplicate while another source publishes it', () => {
  const gone = { ...place, disparu: true };
  expect(placeOf(gone, [gone], null)).toEqual({ motif: 'supprime', canonique_id: null });
  expect(placeOf(gone, [gone, ted], null)).toEqual({ motif: 'doublon', canonique_id: 't' });
  expect(placeOf(ted, [gone, ted], null)).toBe('served');
  const cut = { ...ted, coupee: true };
  expect(placeOf(gone, [gone, cut], null)).toEqual({ motif: 'supprime', canonique_id: null });
});
