import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isStorable } from '#platform/testing/storable';
import type { DocumentFormat } from '../../adapter.js';
import type { Publication } from '../../publication.js';
import { readListPage } from '../list-page.js';
import { normaliseAtexoItem } from '../normalise-item.js';
import { normaliseAtexoRow } from '../normalise-row.js';

const FOLDER = 'libs/sources/atexo/hostile';
const read = (name: string) => readFileSync(`${FOLDER}/${name}`);

function normalised(name: string, body = read(name)) {
  const [format, normalise] = name.startsWith('item')
    ? (['atexo-item', normaliseAtexoItem] as const)
    : (['atexo-row', normaliseAtexoRow] as const);
  return normalise({ source: 'place', identifiant: '', format: format satisfies DocumentFormat, body });
}

describe('pages of the list', () => {
  test.each([
    ['page-maintenance.html', /no list of consultations \(« Plate-forme en maintenance »\)/],
    ['page-error.html', /no list of consultations \(« Erreur technique »\)/],
    ['page-announced-but-no-row.html', /446 consultations announced, no row recognised/],
    ['page-cut.html', /cut short/],
  ])('%s is refused with its reason: it must not pass for an empty list', (name, reason) => {
    expect(() => readListPage({ body: read(name) }, 'u')).toThrow(reason);
  });

  test('a list that announces pages without end is refused', () => {
    const endless = read('page-unclosed-rows.html')
      .toString()
      .replace(/<body[^>]*>/i, '$&<span id="ctl0_CONTENU_PAGE_resultSearch_nombrePageTop">9999999</span>');
    expect(() => readListPage({ body: Buffer.from(endless) }, 'u')).toThrow('9999999 pages announced');
  });

  test('an empty list that says so is an empty list', () => {
    expect(readListPage({ body: read('page-empty.html') }, 'u')).toMatchObject({ rows: [], total: 0 });
  });

  test('a row that is not closed ends where the next starts; one without keys is told from the others', () => {
    const { rows } = readListPage({ body: read('page-unclosed-rows.html') }, 'u');
    expect(rows.map(({ identifiant }) => identifiant)).toEqual(['1-a1b', '2-a1b', null, null]);
    const titles = rows.slice(0, 2).map(({ html }) => normalised('row', Buffer.from(html)));
    expect(titles).toMatchObject([
      { publication: { content: { titre: 'Première' } } },
      { publication: { content: { titre: 'Deuxième' } } },
    ]);
  });

  const accents = '<html><head><title>é</title></head><body>Marchés d’été</body></html>';
  test('of a charset that is not said are read as browsers read them', () => {
    const latin = Buffer.from(accents.replace('’', "'"), 'latin1');
    expect(() => readListPage({ body: latin }, 'u')).toThrow('« é »');
    expect(() => readListPage({ body: Buffer.from(accents) }, 'u')).toThrow('« é »');
  });

  test('that are not in the charset they declare, or in an unknown one, are refused', () => {
    const latin = Buffer.from(accents.replace('’', "'"), 'latin1');
    expect(() => readListPage({ body: latin, charset: 'utf-8' }, 'u')).toThrow('not valid utf-8');
    const declared = Buffer.from(`<meta charset="utf-8">${latin.toString('latin1')}`, 'latin1');
    expect(() => readListPage({ body: declared }, 'u')).toThrow('not valid utf-8');
    expect(() => readListPage({ body: latin, charset: 'ebcdic' }, 'u')).toThrow('unsupported charset ebcdic');
  });
});

describe('rows and items', () => {
  test.each([
    ['row-not-a-row.html', 'malformed', 'no div.item_consultation'],
    ['row-no-number.html', 'incomplete', 'refCons, orgCons'],
    ['row-no-title.html', 'incomplete', 'no title'],
    ['item-cut.xml', 'malformed', ''],
    ['item-entity-bomb.xml', 'hostile', 'document type'],
    ['item-external-entity.xml', 'hostile', 'document type'],
    ['item-no-keys.xml', 'incomplete', 'link'],
    ['item-no-title.xml', 'incomplete', 'no title'],
  ])('%s is rejected as %s', (name, reason, detail) => {
    expect(normalised(name)).toMatchObject({
      ok: false,
      rejection: { reason, detail: expect.stringContaining(detail) as string },
    });
  });

  const kept = (name: string): Publication => {
    const result = normalised(name);
    if (!result.ok) throw new Error(result.rejection.detail);
    return result.publication;
  };

  test('a script in a title is not text of it, what only looks like one is', () => {
    expect(kept('row-script-in-title.html').content.titre).toBe('Voirie <script>alert(1)</script> communale');
  });

  test('entities are decoded, twice escaped ones too; what no text may hold does not come through', () => {
    const { content } = kept('row-entities.html');
    expect(content.titre).toBe("L'école & la crèche &bogus; \uFFFD \uFFFD 😀");
    expect(content.acheteur).toEqual({ nom: 'SIVOM "Les 3 Rivières"', siret: null, departement: '2A' });
  });

  test('an infinite amount is kept raw and served as null', () => {
    const { content, anomalies } = kept('row-infinite-amount.html');
    expect(content.budget).toBeNull();
    expect(anomalies).toEqual([{ champ: 'budget', code: 'montant_illisible', brut: '1e9999 €' }]);
  });

  test('absurd values are kept raw and served as null, one by one', () => {
    const { content, date_publication, anomalies } = kept('row-absurd-values.html');
    expect(date_publication).toBeNull();
    expect(content).toMatchObject({ date_limite: null, type_marche: null, lieu_execution: { departements: ['62'] } });
    expect(anomalies).toEqual([
      { champ: 'date_publication', code: 'date_illisible', brut: '32 Fév. 2026' },
      { champ: 'lieu_execution.departements', code: 'departement_inconnu', brut: '96' },
      { champ: 'date_limite', code: 'date_illisible', brut: '12 Avril 5021 25:71' },
      { champ: 'type_marche', code: 'valeur_inconnue', brut: 'Concours de circonstances' },
    ]);
    expect(kept('item-absurd-values.xml')).toMatchObject({
      date_publication: null,
      content: { titre: 'Travaux de voirie', date_limite: null, type_marche: null },
      anomalies: [
        { champ: 'date_publication', code: 'date_illisible', brut: 'hier' },
        { champ: 'date_limite', code: 'date_illisible', brut: expect.stringContaining('31/02/2026') as string },
        { champ: 'type_marche', code: 'valeur_inconnue', brut: 'Inconnue' },
      ],
    });
  });

  test('20,000 elements inside each other are refused', () => {
    const rejection = { reason: 'hostile', detail: 'elements are nested too deep', identifiant: null };
    expect(normalised('row-deep.html')).toEqual({ ok: false, rejection });
  });
});

/** Seeded so that a failure can be played again: `ATEXO_SEED=… npx jest hostile`. */
const seed = Number(process.env['ATEXO_SEED'] ?? Date.now() % 2 ** 31);
const documents = readdirSync(FOLDER).filter((name) => /^(row|item)-(?!deep)/.test(name));

test(`documents cut, doubled and with anything inside never throw, and what they give can be stored (seed ${seed})`, () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('\0', '\uD800', '"', '<', '</div>', ']]>', '&#x110000;', '<![CDATA[', '<!--', '<div '),
  );
  const spoilt = fc
    .tuple(
      fc.constantFrom(...documents),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), nasty, fc.boolean())),
    )
    .map(([name, places]) => {
      let text = read(name).toString();
      for (const [where, what, cut] of places) {
        const at = Math.floor(where * text.length);
        text = cut ? text.slice(0, at) + what : text.slice(0, at) + what + text.slice(at);
      }
      return { name, body: Buffer.from(text) };
    });
  fc.assert(
    fc.property(spoilt, ({ name, body }) => {
      const result = normalised(name, body);
      if (!result.ok) {
        expect(result.rejection.reason).not.toBe('internal');
        return;
      }
      expect(isStorable(result.publication)).toBe(true);
    }),
    { seed, numRuns: 300 },
  );
});
