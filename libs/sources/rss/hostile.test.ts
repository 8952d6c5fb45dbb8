import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isStorable } from '#platform/testing/storable';
import { normalised, publication } from './testing/item.js';
import { ADDRESS, run } from './testing/server.js';

/** Seeded so that a failure can be played again: `RSS_SEED=… npx jest rss/hostile`. */
const seed = Number(process.env['RSS_SEED'] ?? Date.now() % 2 ** 31);
const file = (name: string): Buffer => readFileSync(`libs/sources/rss/hostile/${name}.xml`);
const GOOD = '<rss><channel><item><guid>MPI-pub-9</guid><title>Neuf</title></item></channel></rss>';

describe('what takes its time on a hostile text', () => {
  const n = 60_000;
  test.each([
    ['sections never closed', `<item><guid>1</guid><title>x</title>${'<![CDATA['.repeat(n)}</item>`],
    ['comments never closed', `<item><guid>1</guid><title>x</title>${'<!--'.repeat(n)}</item>`],
    ['parts of one name', `<item><guid>1</guid><title>x</title>${'<a/>'.repeat(n)}</item>`],
    ['tags never closed', described('<p '.repeat(n))],
    ['cells one after another', described(`x<dl>${'<dt></dt>:<dd>a</dd><dt>b</dt>'.repeat(n / 3)}</dl>`)],
    ['a line break never closed', described(`<br${' '.repeat(2 * n)}x`)],
    [
      'one address',
      described(`<a href="https://www.marches-publics.info/${'?AllCons&/appel-offre/a'.repeat(n / 4)}">x</a>`),
    ],
  ])('%s is read, or refused, at once', (_case, item) => {
    const start = performance.now();
    expect(normalised('aws', Buffer.from(item))).toMatchObject({ ok: expect.any(Boolean) as boolean });
    // Each took time as the square of its length, hours at the size of a page; the margin is for a loaded machine.
    expect(performance.now() - start).toBeLessThan(8000);
  });

  function described(html: string): string {
    const escaped = html.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return `<item><guid>1</guid><title>x</title><description>${escaped}</description></item>`;
  }
});

describe('an item', () => {
  test.each([
    ['item-cut', 'malformed'],
    ['item-entity-bomb', 'hostile'],
    ['item-external-entity', 'hostile'],
    ['item-latin1-bytes', 'malformed'],
    ['item-html-page', 'malformed'],
    ['item-without-name', 'incomplete'],
    ['item-without-title', 'incomplete'],
  ])('%s is refused as %s', (name, reason) => {
    expect(normalised('aws', file(name))).toMatchObject({ ok: false, rejection: { reason } });
  });

  test('with absurd values keeps them raw, each under its field, and serves none', () => {
    const { content, anomalies, date_publication } = publication('aws', file('item-absurd-values').toString());
    expect(content).toMatchObject({ budget: null, cpv: null, date_limite: null, nb_lots: null, type_marche: null });
    expect(content).toMatchObject({ lien_source: null, duree_mois: null });
    expect(content.acheteur).toEqual({ nom: 'Mairie de Nulle Part', siret: null, departement: null });
    expect(date_publication).toBeNull();
    expect(anomalies.map(({ champ }) => champ).sort()).toEqual(
      [
        'acheteur.departement',
        'acheteur.siret',
        'budget',
        'cpv',
        'date_limite',
        'date_publication',
        'date_publication',
        'duree_mois',
        'lien_source',
        'nb_lots',
        'type_marche',
      ].sort(),
    );
  });

  test('with entities that XML does not know is read', () => {
    const { content } = publication('aws', file('item-undeclared-entities').toString());
    expect(content.titre).toContain('Voirie & réseaux & divers :');
    expect(content.description).toBe('A & B; C');
  });

  test('with markup nested without end is read without it', () => {
    expect(publication('aws', file('item-deep').toString()).identifiant).toBe('MPI-pub-9');
  });

  test(`of any bytes or parts never throws, and what it gives can be stored (seed ${seed})`, () => {
    const words = fc.constantFrom(
      'Objet :',
      'Lot 1 :',
      '1e9999',
      '<b>',
      '&lt;br&gt;',
      ' - ',
      '(59)',
      '\n',
      'Date limite : 31/12/26',
      ']]>',
      '\0',
      '\uD800',
    );
    const description = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 12 });
    fc.assert(
      fc.property(description, fc.boolean(), (parts, cdata) => {
        const said = parts.join('');
        const xml = `<item><guid>MPI-pub-1</guid><title>x</title><description>${cdata ? `<![CDATA[${said}]]>` : said}</description></item>`;
        const outcome = normalised('aws', xml);
        if (!outcome.ok) {
          expect(outcome.rejection.reason).not.toBe('internal');
          return;
        }
        expect(isStorable(outcome.publication)).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const outcome = normalised('xmarches', Buffer.from(bytes));
        expect(outcome.ok || outcome.rejection.reason !== 'internal').toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });

  test('of a megabyte of separators and labels is read in time', () => {
    const said = 'Organisme : X - Objet : Y | '.repeat(40_000);
    const started = Date.now();
    publication('aws', `<item><guid>MPI-pub-1</guid><title>x</title><description>${said}</description></item>`);
    expect(Date.now() - started).toBeLessThan(20_000);
  }, 60_000);
});

describe('a feed', () => {
  test.each([
    ['feed-entity-bomb', /document type declarations are refused/],
    ['feed-latin1-declared-utf8', /not valid utf-8/],
    ['feed-unknown-charset', /unsupported encoding EBCDIC-FR/],
    ['feed-html', /an HTML page, not a feed/],
    ['feed-json', /not a feed/],
    ['feed-other-xml', /the root is urlset/],
    ['feed-empty', /not a feed/],
    ['feed-deep', /nested deeper/],
  ])('%s ends the run with its reason; the next one gives what it did not', async (name, reason) => {
    const before = await run({ [ADDRESS]: { body: GOOD } });
    await expect(run({ [ADDRESS]: { body: file(name), type: 'text/html' } }, before.position)).rejects.toThrow(reason);
    expect((await run({ [ADDRESS]: { body: GOOD } }, before.position)).identifiants).toEqual(['MPI-pub-9']);
  });

  test('that is cut gives its whole items, says so, and is asked for again', async () => {
    const cut = await run({ [ADDRESS]: { body: file('feed-cut'), etag: '"1"' } });
    expect(cut.identifiants).toEqual(['MPI-pub-1', 'MPI-pub-2']);
    expect(cut.faults).toEqual([expect.stringMatching(/cut or broken/)]);
    const again = await run({ [ADDRESS]: { body: GOOD, etag: '"1"' } }, cut.position);
    expect(again.identifiants).toEqual(['MPI-pub-9']);
  });

  test('gives items without guid and link, and items that cannot be read, as documents of their own', async () => {
    const body = `<rss><channel>${file('item-without-name').toString()}<item><guid>MPI-pub-2</guid><title>Deux</title></item></channel></rss>`;
    const { batches, identifiants } = await run({ [ADDRESS]: { body } });
    expect(identifiants).toEqual(['', 'MPI-pub-2']);
    expect(batches[0]?.documents[0]?.body.toString()).toContain('Mairie de Lens');
  });
});
