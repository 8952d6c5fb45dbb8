import { exactLink } from './exact.js';
import { matchKeysOf } from './keys.js';
import type { MatchNotice } from './notice.js';
import { prepare } from './prepared.js';
import { listed, notice } from './testing/notices.js';

function link(a: MatchNotice, b: MatchNotice): string | null {
  const [one, other] = [prepare(a), prepare(b)];
  expect(exactLink(other, one)).toBe(exactLink(one, other));
  const found = exactLink(one, other);
  // What proves must also bring together.
  const shared = matchKeysOf(a).exact.filter((key) => matchKeysOf(b).exact.includes(key));
  if (found !== null) expect(shared).not.toEqual([]);
  return found;
}

const UUID = '0f1f8f5c-2a4e-4d5b-9b1a-6f2f9f6f9a01';
const OTHER = '0f1f8f5c-2a4e-4d5b-9b1a-6f2f9f6f9a02';
const ted = (overrides: Parameters<typeof notice>[1] = {}): MatchNotice =>
  notice('047522-2026', { source: 'ted', date_publication: '2026-11-12', ...overrides });

test('the procedure in both gazettes', () => {
  expect(link(notice('26-1', { keys: { procedure_uuid: UUID } }), ted({ keys: { procedure_uuid: UUID } }))).toBe(
    'procedure_uuid',
  );
});

test('the OJ number that the other gazette cites', () => {
  const cited = { joue: ['047522-2026'] };
  expect(link(notice('26-1', { titre: null, keys: cited }), ted({ titre: null, keys: cited }))).toBe('joue');
});

test('the number of the notice that an aggregator cites', () => {
  const cites = listed('fm-1', { source: 'francemarches', titre: null, keys: { boamp: ['26-1'] } });
  expect(link(notice('26-1'), cites)).toBe('boamp');
  expect(link(notice('26-2'), cites)).toBe(null);
});

test('the consultation, whatever the titles, when the day is the same', () => {
  const keys = { consultations: ['marches.megalis.bretagne.bzh|123'] };
  expect(link(notice('26-1', { keys }), listed('123-a1b', { keys }))).toBe('consultation');
  expect(link(notice('26-1', { keys }), listed('123-a1b', { keys, titre: 'Toiture' }))).toBe('consultation');
});

test('a consultation shared by lots, or by the next call, proves nothing', () => {
  const keys = { consultations: ['marches.megalis.bretagne.bzh|123'] };
  const lot = (n: number): string => `Réfection de la couverture - Lot ${n} : charpente`;
  expect(link(notice('26-1', { keys, titre: lot(1) }), listed('b', { keys, titre: lot(2) }))).toBe(null);
  const later = { date_publication: '2027-01-10', dates_limites: ['2027-02-10T11:00:00Z'] };
  expect(link(notice('26-1', { keys }), listed('b', { keys, ...later }))).toBe(null);
});

test('the reference of a buyer, if it is one', () => {
  const strong = { reference_acheteur: 'DSEA19-1402' };
  expect(link(notice('26-1', { keys: strong }), listed('b', { keys: { reference_acheteur: 'dsea 19_1402' } }))).toBe(
    'reference',
  );
  expect(link(notice('26-1', { keys: strong }), listed('b', { keys: strong, acheteur: { nom: 'MAIRIE' } }))).toBe(null);
  expect(
    link(notice('26-1', { keys: strong }), listed('b', { keys: strong, acheteur: { nom: 'Ville de Carros' } })),
  ).toBe(null);
  const weak = { reference_acheteur: '2026-01' };
  expect(link(notice('26-1', { keys: weak }), listed('b', { keys: weak }))).toBe(null);
});

test('two procedures are two, whatever else is shared', () => {
  const shared = { joue: ['047522-2026'], consultations: ['marches.megalis.bretagne.bzh|123'] };
  const a = notice('26-1', { keys: { ...shared, procedure_uuid: UUID } });
  expect(link(a, ted({ keys: { ...shared, procedure_uuid: OTHER } }))).toBe(null);
});

test('a re-launch that cites the first call is not it', () => {
  const again = {
    date_publication: '2027-01-10',
    dates_limites: ['2027-02-10T11:00:00Z'],
    keys: { joue: ['047522-2026'] },
  };
  expect(link(notice('27-1', again), ted({ keys: { joue: ['047522-2026'] } }))).toBe(null);
});

test('one source says a notice once: only the procedure joins two of its notices', () => {
  const keys = { consultations: ['marches.megalis.bretagne.bzh|123'], reference_acheteur: 'DSEA19-1402' };
  expect(link(notice('26-1', { keys }), notice('26-2', { keys }))).toBe(null);
  const same = { keys: { procedure_uuid: UUID } };
  expect(link(notice('26-1', same), notice('26-2', same))).toBe('procedure_uuid');
});
