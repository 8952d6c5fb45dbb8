import { rootsOf } from '#avis/fold/roots';
import type { PublicationKind } from '../publication.js';
import { type Cleaned, createCollector } from '../values/cleaned.js';
import { parisWallClock } from '../values/date.js';
import { departement } from '../values/place.js';
import { siret } from '../values/siret.js';
import { consultationKeys } from '../values/url.js';
import { readCancellation } from './cancellation.js';
import { readCorrection } from './correction.js';
import { kindOf } from './kind.js';
import { citedBy } from './links.js';
import { idwebOf } from './record.js';
import { recordOf, winter2021 } from './testing/winter-2021.js';

const rows = winter2021();

/** How often each outcome occurs; values count as `ok`, refusals by their code. */
function outcomes(cleaned: Cleaned<unknown>[]): Record<string, number> {
  return counts(cleaned.map(({ value, anomaly }) => anomaly?.code ?? (value === null ? 'none' : 'ok')));
}

function counts(words: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
}

/** The 23,336 notices of January and February 2021; docs/sources.md gives the counts of the whole quarter (34,517). */
(rows === null ? describe.skip : describe)('BOAMP of January and February 2021', () => {
  const notices = (rows ?? []).map((row) => ({ row, record: recordOf(row), kind: kindOf(recordOf(row), 'classic') }));

  test('every identifier is canonical and alone', () => {
    expect(notices).toHaveLength(23_336);
    expect(new Set(notices.map(({ row }) => idwebOf(row.idweb))).size).toBe(23_336);
  });

  test('kinds: state before nature, national notices without nature', () => {
    const kinds = notices.map(({ kind }) => (kind.kind === 'other' ? kind.nature : kind.kind));
    expect(counts(kinds)).toEqual({
      initial: 15_713,
      attribution: 5_752,
      correction: 1_716,
      cancellation: 46,
      MODIFICATION: 53,
      PREINFORMATION: 34,
      INTENTIONCONCLURE: 22,
    });
  });

  test('buyer SIRET: 95 % of those given are valid (quarter: 94.5 %)', () => {
    expect(outcomes(notices.map(({ row }) => siret(row.identite.code_ident_national)))).toEqual({
      none: 18_508,
      ok: 4_591,
      siret_illisible: 123,
      siret_longueur: 65,
      siret_siren_seul: 34,
      siret_luhn: 15,
    });
  });

  test('buyer department: every postcode has one', () => {
    expect(outcomes(notices.map(({ row }) => departement(row.identite.cp)))).toEqual({ ok: 22_985, none: 351 });
  });

  test('deadlines: all are read; 34 are before the month of publication (quarter: 37)', () => {
    const deadlines = notices.map(({ row }) =>
      parisWallClock(row.delais?.reception_offres ?? row.delais?.reception_candidatures),
    );
    expect(outcomes(deadlines)).toEqual({ ok: 13_544, none: 9_792 });
    const early = deadlines.filter(({ value }, index) => (value ?? '9') < (rows?.[index]?.mois_lot ?? ''));
    expect(early).toHaveLength(34);
  });

  test('corrections: each cites one notice; 62 % of those that touch the deadline give a new one', () => {
    const corrections = notices.filter(({ row }) => row.rectif !== undefined);
    expect(corrections).toHaveLength(1_716);
    expect(new Set(corrections.map(({ row }) => idwebOf(row.rectif?.idweb_rectifie) === null))).toEqual(
      new Set([false]),
    );
    const read = corrections.map(({ record }) => {
      const collector = createCollector();
      const { content } = readCorrection(record, collector);
      return `${content.date_limite == null ? '-' : 'date_limite'} ${collector.anomalies.map(({ champ }) => champ).join()}`;
    });
    expect(counts(read)).toEqual({
      'date_limite ': 575,
      'date_limite contenu': 125,
      '- date_limite': 450,
      '- contenu': 566,
    });
  });

  test('cancellations: all cite their notice; one names a single lot', () => {
    const cancellations = notices.filter(({ row }) => row.annulation !== undefined);
    expect(cancellations).toHaveLength(46);
    expect(cancellations.every(({ record, row }) => citedBy(record).includes(row.annulation?.idweb_annule ?? ''))).toBe(
      true,
    );
    const named = cancellations.flatMap(({ record }) => readCancellation(record).lots);
    expect(named).toEqual(['3']);
  });

  test('chains: no self reference; every correction and cancellation ends at the notice that it cites or at its root', () => {
    const links = notices.flatMap(({ row, record, kind }) => {
      const cites = citedBy(record);
      expect(cites).not.toContain(row.idweb);
      return kind.kind === 'other' ? [] : [{ identifiant: row.idweb, aliases: [], kind: kind.kind, cites }];
    });
    const roots = rootsOf('boamp', links);
    const initials = new Set(links.filter(({ kind }) => kind === 'initial').map(({ identifiant }) => identifiant));
    const ofKind = (kind: PublicationKind) =>
      links.filter((link) => link.kind === kind).map(({ identifiant }) => identifiant);
    const ends = (kind: PublicationKind) =>
      counts(
        ofKind(kind).map((identifiant) => {
          const root = roots.get(identifiant) ?? '';
          if (root === identifiant) return 'itself';
          return initials.has(root)
            ? 'tender of the sample'
            : roots.has(root)
              ? 'award or correction'
              : 'before the sample';
        }),
      );
    expect({
      correction: ends('correction'),
      cancellation: ends('cancellation'),
      attribution: ends('attribution'),
    }).toEqual({
      correction: { 'tender of the sample': 1_008, 'before the sample': 708 },
      cancellation: { 'tender of the sample': 29, 'before the sample': 17 },
      attribution: { itself: 3_745, 'before the sample': 1_980, 'tender of the sample': 27 },
    });
    const chained = counts(ofKind('correction').map((identifiant) => roots.get(identifiant) ?? ''));
    expect(Object.values(chained).filter((corrections) => corrections > 1)).toHaveLength(151);
  });

  test('awards: 93 % of the EU ones of February cite a notice (February and March: 93.8 %)', () => {
    const awards = notices.filter(({ row }) => row.mois_lot === '2021-02' && row.nature[0] === 'Attribution/Standard');
    expect([awards.length, awards.filter(({ record }) => citedBy(record).length > 0).length]).toEqual([2_060, 1_919]);
  });

  test('consultation ids: 12 % of the notices carry one (quarter: 12.2 %)', () => {
    const addresses = ['url_profil_acheteur', 'url_document', 'url_participation', 'url'] as const;
    const keys = notices.map(({ row }) =>
      consultationKeys(addresses.map((name) => row.identite[name] ?? '').join(' ')),
    );
    expect(keys.filter((found) => found.length > 0)).toHaveLength(2_812);
    const shared = Object.values(counts(keys.flat()));
    expect([shared.length, shared.filter((times) => times > 1).length]).toEqual([2_802, 64]);
  });
});
