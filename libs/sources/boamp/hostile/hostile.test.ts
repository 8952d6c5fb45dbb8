import { readFileSync } from 'node:fs';
import { normalised } from '../testing/records.js';

const read = (name: string) => normalised(readFileSync(`libs/sources/boamp/hostile/${name}`));

test.each([
  ['cut.json', 'malformed', 'not a JSON object'],
  ['error-page.html', 'malformed', 'not a JSON object'],
  ['not-a-record.json', 'malformed', 'not a JSON object'],
  ['wrong-charset.json', 'malformed', 'not a JSON object'],
  ['embedded-cut.json', 'malformed', 'donnees is not a JSON object'],
  ['embedded-html.json', 'malformed', 'donnees is not a JSON object'],
  ['no-idweb.json', 'incomplete', 'idweb'],
  ['unknown-shape.json', 'unknown_format', '__proto__, NOUVEAU'],
])('%s is rejected as %s', (name, reason, detail) => {
  expect(read(name)).toMatchObject({ ok: false, rejection: { reason, detail: expect.stringContaining(detail) } });
});

test('amounts without end are kept raw and served as null', () => {
  expect(read('infinite-amounts.json')).toMatchObject({
    publication: {
      content: { titre: 'Réfection', budget: null, lots: [{ budget: null }] },
      anomalies: expect.arrayContaining([{ champ: 'lots.budget', code: 'montant_illisible', brut: '1e9999' }]),
    },
  });
});

test('dates that cannot be are kept raw and served as null', () => {
  expect(read('absurd-dates.json')).toMatchObject({
    publication: {
      date_publication: null,
      content: { date_limite: null },
      anomalies: [
        { champ: 'date_limite', code: 'date_illisible', brut: '0218-13-45T99:99:99' },
        { champ: 'date_publication', code: 'date_absurde', brut: '5021-02-18' },
      ],
    },
  });
});

test('what a database cannot store is taken out; text stays text', () => {
  expect(read('unstorable-characters.json')).toMatchObject({
    publication: { content: { titre: 'R\uFFFDfection <script>alert(1)</script>', acheteur: { nom: 'Commune de X' } } },
  });
});
