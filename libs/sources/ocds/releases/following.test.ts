import type { Publication } from '../../publication.js';
import { content, publicationOf } from '../testing/release.js';

const OCID = 'ocds-frm4rc-900';
const NO_KEYS = { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null };
const parties = [
  { id: '1', name: 'Ville de Die', roles: ['buyer'], identifier: { scheme: 'FR-SIRET', id: '21260113000017' } },
];
const acheteur = { nom: 'Ville de Die', siret: '21260113000017', departement: null };
const lots = (...statuses: string[]) =>
  statuses.map((status, index) => ({ id: String(index + 1), title: `Lot ${index + 1}`, status }));

test('an amendment that restates the tender is a whole correction, with its latest reason', () => {
  const release = {
    ocid: OCID,
    id: 'rel-2',
    date: '2026-10-10T09:00:00+02:00',
    tag: ['tenderAmendment'],
    parties,
    tender: {
      title: 'Voirie 2027',
      description: 'Réfection de chaussées',
      tenderPeriod: { endDate: '2026-12-01T12:00:00+01:00' },
      amendments: [
        {
          id: '2',
          date: '2026-10-10T08:00:00+02:00',
          rationale: 'Report de la date limite',
          description: 'au 1er décembre',
        },
        { id: '1', date: '2026-10-08T08:00:00+02:00', rationale: 'Pièce ajoutée' },
      ],
    },
  };
  expect(publicationOf(release)).toEqual({
    source: 'klekoon',
    identifiant: `${OCID}/rel-2`,
    aliases: [],
    kind: 'correction',
    whole: true,
    cites: [OCID],
    closes: false,
    lots_concernes: [],
    motif: 'Report de la date limite\nau 1er décembre',
    date_publication: '2026-10-10',
    stated_at: '2026-10-10T07:00:00.000Z',
    keys: NO_KEYS,
    content: content({
      titre: 'Voirie 2027',
      description: 'Réfection de chaussées',
      date_limite: '2026-12-01T11:00:00Z',
      acheteur,
    }),
    anomalies: [],
  } satisfies Publication);
});

test('an update that tells only what changes is a list of changes', () => {
  const release = {
    ocid: OCID,
    id: 'rel-3',
    date: '2026-10-11T09:00:00+02:00',
    tag: ['tenderUpdate'],
    tender: {
      tenderPeriod: { endDate: '2026-12-08T12:00:00+01:00' },
      lots: [{ id: '2', value: { amount: 90000, currency: 'EUR' } }],
    },
  };
  const { kind, whole, cites, content: told } = publicationOf(release);
  expect({ kind, whole, cites }).toEqual({ kind: 'correction', whole: false, cites: [OCID] });
  expect(told).toEqual(
    content({
      date_limite: '2026-12-08T11:00:00Z',
      lots: [{ numero: '2', description: null, budget: 90000, cpv: null }],
    }),
  );
});

test.each([
  [
    'the tag tenderCancellation',
    { tag: ['tenderCancellation'], tender: { amendments: [{ rationale: 'Sans suite' }] } },
  ],
  ['a cancelled tender', { tag: ['tenderUpdate'], tender: { status: 'cancelled', statusDetails: 'Sans suite' } }],
  ['an unsuccessful tender', { tag: ['tender'], tender: { status: 'unsuccessful', statusDetails: 'Sans suite' } }],
  [
    'all its lots ended',
    { tag: ['tenderCancellation'], tender: { lots: lots('cancelled', 'unsuccessful'), statusDetails: 'Sans suite' } },
  ],
])('%s cancels the whole notice', (_case, told) => {
  const { kind, closes, lots_concernes, motif, cites } = publicationOf({
    ocid: OCID,
    id: '4',
    date: '2026-10-12',
    ...told,
  });
  expect({ kind, closes, lots_concernes, motif, cites }).toEqual({
    kind: 'cancellation',
    closes: true,
    lots_concernes: [],
    motif: 'Sans suite',
    cites: [OCID],
  });
});

test('a cancellation of one lot of three leaves the notice open', () => {
  const release = {
    ocid: OCID,
    id: '5',
    date: '2026-10-12',
    tag: ['tenderCancellation'],
    tender: { status: 'active', lots: lots('active', 'cancelled', 'active') },
  };
  const { kind, closes, lots_concernes } = publicationOf(release);
  expect({ kind, closes, lots_concernes }).toEqual({ kind: 'cancellation', closes: false, lots_concernes: ['2'] });
});

describe('an award', () => {
  const award = (told: object) => {
    const { kind, closes, lots_concernes } = publicationOf({
      ocid: OCID,
      id: '6',
      date: '2026-12-20',
      tag: ['award'],
      ...told,
    });
    return { kind, closes, lots_concernes };
  };

  test.each<[string, object, boolean, string[]]>([
    ['of an undivided tender closes', { awards: [{ id: 'a', status: 'active' }] }, true, []],
    ['that is pending does not', { awards: [{ id: 'a', status: 'pending' }] }, false, []],
    ['of a complete tender closes', { awards: [], tender: { status: 'complete' } }, true, []],
    [
      'of every lot closes',
      {
        awards: [{ relatedLots: ['1'] }, { relatedLots: ['2'], status: 'unsuccessful' }],
        tender: { lots: lots('active', 'active') },
      },
      true,
      ['1', '2'],
    ],
    [
      'of some lots does not',
      { awards: [{ relatedLots: ['1'] }], tender: { lots: lots('active', 'active') } },
      false,
      ['1'],
    ],
    ['of lots that it does not declare does not', { awards: [{ relatedLots: ['LOT-0003'] }] }, false, ['3']],
    [
      'within a dynamic purchasing system does not',
      { awards: [{ id: 'a' }], tender: { techniques: { hasDynamicPurchasingSystem: true } } },
      false,
      [],
    ],
    [
      'that names no lot of a divided tender is of all',
      { awards: [{ id: 'a' }], tender: { lots: lots('active', 'active') } },
      true,
      [],
    ],
  ])('%s', (_case, told, closes, lots_concernes) => {
    expect(award(told)).toEqual({ kind: 'attribution', closes, lots_concernes });
  });

  test('is its own publication, with the title of the award where the tender is not restated', () => {
    const release = {
      ocid: OCID,
      id: '7',
      date: '2026-12-20T10:00:00+01:00',
      tag: ['award', 'contract'],
      parties,
      awards: [
        {
          id: 'a',
          title: 'Attribution du marché de voirie',
          items: [{ classification: { scheme: 'CPV', id: '45233140' } }],
          documents: [{ documentType: 'awardNotice', url: 'https://www.francemarches.com/attribution/7' }],
        },
      ],
    };
    expect(publicationOf(release)).toEqual({
      source: 'klekoon',
      identifiant: `${OCID}/7`,
      aliases: [],
      kind: 'attribution',
      whole: false,
      cites: [OCID],
      closes: true,
      lots_concernes: [],
      motif: null,
      date_publication: '2026-12-20',
      stated_at: '2026-12-20T09:00:00.000Z',
      keys: NO_KEYS,
      content: content({
        titre: 'Attribution du marché de voirie',
        cpv: '45233140',
        acheteur,
        lien_source: 'https://www.francemarches.com/attribution/7',
      }),
      anomalies: [],
    } satisfies Publication);
  });
});

test('tender and award in one release are an award: nobody can answer', () => {
  const release = {
    ocid: OCID,
    id: '1',
    date: '2026-10-01',
    tag: ['tender', 'award'],
    parties,
    tender: { title: 'T' },
    awards: [{ id: 'a' }],
  };
  expect(publicationOf(release)).toMatchObject({ kind: 'attribution', identifiant: `${OCID}/1`, closes: true });
});

test('a tender that carries amendments was published before', () => {
  const tender = { title: 'T', description: 'D', amendments: [{ rationale: 'R' }] };
  expect(publicationOf({ ocid: OCID, id: '2', date: '2026-10-01', tag: ['tender'], parties, tender })).toMatchObject({
    kind: 'correction',
    whole: true,
    identifiant: `${OCID}/2`,
  });
});
