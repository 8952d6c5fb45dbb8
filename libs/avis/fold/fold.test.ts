import fc from 'fast-check';
import { publication } from '../testing/publications.js';
import { someArchive } from '../testing/archive.js';
import { foldAvis } from './fold.js';
import { rootsOf } from './roots.js';

const initial = publication('26-1', { date_publication: '2026-10-01' });
const later = (day: number, identifiant: string, overrides: Parameters<typeof publication>[1]) =>
  publication(identifiant, {
    kind: 'correction',
    cites: ['26-1'],
    date_publication: `2026-10-${String(day).padStart(2, '0')}`,
    ...overrides,
  });

test('the original stays the served notice', () => {
  const facts = foldAvis('26-1', [initial, later(5, '26-2', { content: { date_limite: '2027-02-01T11:00:00Z' } })])!;
  expect(facts.date_publication).toBe('2026-10-01');
  expect(facts.derniere_publication).toBe('2026-10-05');
  expect(facts.content).toEqual({ ...initial.content, date_limite: '2027-02-01T11:00:00Z' });
});

test('corrections are laid over in order of day, then of number', () => {
  const titles = (order: ReturnType<typeof publication>[]) => foldAvis('26-1', order)!.content.titre;
  const first = later(5, '26-9', { content: { titre: 'first' } });
  const second = later(5, '26-10', { content: { titre: 'second' } });
  const third = later(6, '26-2', { content: { titre: 'third' } });
  expect(titles([second, first, initial])).toBe('second');
  expect(titles([third, second, initial, first])).toBe('third');
});

test('a list of changes changes only what it tells', () => {
  const change = later(5, '26-2', {
    content: {
      date_limite: null,
      acheteur: { nom: 'Ville de Saint-Étienne', siret: null, departement: null },
      lots: [{ numero: '2', description: 'Zinguerie', budget: 10, cpv: null }],
    },
  });
  const { content } = foldAvis('26-1', [initial, change])!;
  expect(content.date_limite).toBe(initial.content.date_limite);
  expect(content.acheteur).toEqual({ nom: 'Ville de Saint-Étienne', siret: '21420218300017', departement: '42' });
  expect(content.lots.map((lot) => lot.numero)).toEqual(['1', '2']);
});

test('a whole notice republished replaces the content, but for the link', () => {
  const whole = later(5, '26-2', {
    whole: true,
    content: { titre: 'Nouveau', budget: null, lien_source: 'https://autre.fr' },
  });
  const { content } = foldAvis('26-1', [whole, initial])!;
  expect(content).toMatchObject({ titre: 'Nouveau', budget: null, lien_source: initial.content.lien_source });
});

test('a correction alone: a whole one stands in, changes wait', () => {
  expect(foldAvis('26-1', [later(5, '26-2', {})])).toBeNull();
  expect(foldAvis('26-1', [later(5, '26-2', { whole: true })])?.racine).toBe('26-1');
});

test('a cancellation without lot closes, one of a single lot is recorded', () => {
  const cancel = { kind: 'cancellation' as const, motif: 'Sans suite' };
  const whole = foldAvis('26-1', [initial, later(5, '26-2', { ...cancel, content: { titre: 'republished' } })])!;
  expect(whole.cloture).toMatchObject({ identifiant: '26-2', motif: 'Sans suite' });
  expect(whole.content.titre).toBe(initial.content.titre);
  const lot = foldAvis('26-1', [initial, later(5, '26-2', { ...cancel, closes: false, lots_concernes: ['3'] })])!;
  expect(lot.cloture).toBeNull();
  expect(lot.lots_annules).toEqual([
    { identifiant: '26-2', kind: 'cancellation', lots: ['3'], motif: 'Sans suite', date_publication: '2026-10-05' },
  ]);
});

test('a cancellation that lists every lot closes: its own word decides, not its list', () => {
  const cancel = later(5, '26-2', { kind: 'cancellation', closes: true, lots_concernes: ['1', '2'] });
  const facts = foldAvis('26-1', [initial, cancel])!;
  expect(facts.cloture).toMatchObject({ identifiant: '26-2', lots: ['1', '2'] });
  expect(facts.lots_annules).toEqual([]);
});

test('an award of everything closes, one of some lots does not; neither is a notice', () => {
  const award = (closes: boolean) => later(9, '26-5', { kind: 'attribution', closes });
  expect(foldAvis('26-1', [initial, award(true)])?.cloture).toMatchObject({ kind: 'attribution' });
  expect(foldAvis('26-1', [initial, award(false)])?.cloture).toBeNull();
  expect(foldAvis('26-1', [award(true)])).toBeNull();
});

test('a correction of the award says nothing of the notice', () => {
  const award = later(9, '26-5', { kind: 'attribution' });
  const correction = publication('26-6', {
    kind: 'correction',
    whole: true,
    cites: ['26-5'],
    content: { titre: 'Attribution' },
  });
  expect(foldAvis('26-1', [initial, award, correction])?.content.titre).toBe(initial.content.titre);
});

test('the order of arrival is irrelevant', () => {
  fc.assert(
    fc.property(
      someArchive().chain((archive) =>
        fc.tuple(fc.constant(archive), fc.shuffledSubarray(archive, { minLength: archive.length })),
      ),
      ([archive, shuffled]) => {
        expect(foldAll(shuffled)).toEqual(foldAll(archive));
      },
    ),
    { numRuns: 500 },
  );
});

function foldAll(publications: ReturnType<typeof publication>[]): Record<string, unknown> {
  const roots = rootsOf('boamp', publications);
  const all = [...new Set(roots.values())].sort();
  return Object.fromEntries(
    all.map((root) => [
      root,
      foldAvis(
        root,
        publications.filter((one) => roots.get(one.identifiant) === root),
      ),
    ]),
  );
}
