import { classicFiles } from './testing/classic-xml.js';
import { normalised } from './testing/records.js';

const files = classicFiles();

function publicationOf(name: string) {
  const result = normalised(files?.get(`test-${name}.xml`) ?? '');
  if (!result.ok) throw new Error(`${name}: ${result.rejection.reason} ${result.rejection.detail}`);
  return result.publication;
}

/** Real files of the classic schemas V110 and V230, read by hand: what each shape of lots, durations and places gives. */
(files === null ? describe.skip : describe)('classic notices', () => {
  test.each<
    [name: string, idweb: string, deadline: string, lots: number | null, months: number | null, budget: number | null]
  >([
    ['pub', '16-186394', '2017-02-07T11:00:00Z', 2, 12, null],
    ['pub-2', '16-181902', '2017-01-30T15:00:00Z', 0, 24, 50_000],
    ['pub-3', '16-186063', '2017-02-10T14:00:00Z', null, null, null],
    ['pub-4', '16-186173', '2017-02-28T11:00:00Z', 0, 120, null],
    ['pub-5', '16-186359', '2017-02-17T11:00:00Z', 2, 12, 7_416_666],
    ['pub-7', '17-22464', '2017-03-15T15:00:00Z', 0, 84, 3_113_000],
    ['pub-8', '17-40964', '2017-04-26T10:00:00Z', 0, 132, 3_200_000],
    ['pub-9', '16-652', '2016-01-25T15:00:00Z', 0, 34, null],
  ])(
    '%s: deadline in winter and summer, lots, duration, budget',
    (name, identifiant, date_limite, nb_lots, duree_mois, budget) => {
      const publication = publicationOf(name);
      expect(publication).toMatchObject({ identifiant, kind: 'initial', whole: true, cites: [], anomalies: [] });
      expect(publication.content).toMatchObject({ date_limite, nb_lots, duree_mois, budget });
    },
  );

  test.each<[name: string, departement: string, departements: string[], nuts: string | null]>([
    ['pub', '75', [], 'FR10'],
    ['pub-2', '13', ['13'], 'FR824'],
    ['pub-4', '27', ['27'], 'FR231'],
    ['pub-5', '75', [], 'FR'],
    ['pub-9', '42', ['42'], 'FR715'],
  ])('%s: places, with the NUTS codes of before 2016', (name, departement, departements, code_nuts) => {
    const { content } = publicationOf(name);
    expect(content.acheteur?.departement).toBe(departement);
    expect(content.lieu_execution).toEqual({ departements, code_nuts });
  });

  test('criteria said lot by lot come before the procedure’s', () => {
    const shared = [
      { nom: 'Valeur technique de la proposition', poids: 60 },
      { nom: 'Prix', poids: 40 },
    ];
    expect(publicationOf('pub-5').content.criteres).toEqual({ selection: null, attribution: { criteres: shared } });
    expect(publicationOf('pub').content.criteres?.attribution).toEqual({
      lots: [
        { numero: '1', dans_les_documents: true },
        { numero: '2', criteres: [{ nom: 'Prix', poids: null }] },
      ],
    });
  });

  test('keys: the buyer’s reference, the consultation in an address, the OJ number of the tender', () => {
    expect(publicationOf('pub-5').keys).toMatchObject({
      reference_acheteur: 'AOOEVENEMENTS2016',
      consultations: ['marches-publics.gouv.fr|316558'],
    });
    expect(publicationOf('attribution-12').keys.joue).toEqual(['252708-2016']);
  });

  test('awards cite their tender and its corrections, and have no budget: their values are awarded ones', () => {
    const awards = Array.from({ length: 11 }, (_, index) => `attribution-${index + 2}`).map(publicationOf);
    expect(awards.map(({ kind }) => kind)).toEqual(awards.map(() => 'attribution'));
    expect(awards.every(({ cites, content }) => cites.length > 0 && content.budget === null)).toBe(true);
    expect(publicationOf('attribution-11').cites).toEqual(['16-106898', '16-114771']);
  });

  test('awards end the lots that they decide, and the notice when all are decided or it is discontinued', () => {
    const lots = Array.from({ length: 21 }, (_, index) => String(index + 1));
    expect(publicationOf('attribution-12')).toMatchObject({ closes: true, lots_concernes: lots });
    expect(publicationOf('attribution-4')).toMatchObject({ closes: true, lots_concernes: ['1', '2', '3'] });
    expect(publicationOf('attribution-10')).toMatchObject({ closes: true, lots_concernes: ['2016-52'] });
    expect(publicationOf('attribution-11')).toMatchObject({ closes: true, lots_concernes: [] });
  });
});
