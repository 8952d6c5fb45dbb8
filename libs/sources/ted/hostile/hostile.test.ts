import { readFileSync } from 'node:fs';
import { normaliseTed } from '../normalise.js';

const read = (name: string) =>
  normaliseTed({
    source: 'ted',
    identifiant: '47522-2024',
    format: 'eforms-xml',
    body: readFileSync(`libs/sources/ted/hostile/${name}`),
  });

test('the notice that the others spoil is accepted', () => {
  expect(read('plain.xml')).toMatchObject({
    publication: {
      identifiant: '47522-2024',
      content: { titre: 'Réfection', budget: 1000, date_limite: '2026-12-01T11:00:00Z' },
      anomalies: [],
    },
  });
});

test.each([
  ['cut.xml', 'malformed', 'unclosed tag'],
  ['error-page.html', 'malformed', 'an HTML page'],
  ['json.xml', 'malformed', 'outside of root node'],
  ['wrong-charset.xml', 'malformed', 'not valid utf-8'],
  ['entity-bomb.xml', 'hostile', 'document type declarations are refused'],
  ['external-entity.xml', 'hostile', 'document type declarations are refused'],
  ['unknown-root.xml', 'unknown_format', 'Autre'],
])('%s is rejected as %s', (name, reason, detail) => {
  expect(read(name)).toMatchObject({ ok: false, rejection: { reason, detail: expect.stringContaining(detail) } });
});

test.each([
  ['infinite-amount.xml', 'budget', 'montant_illisible', '1e9999'],
  ['absurd-deadline.xml', 'date_limite', 'date_illisible', '0218-13-45T12:00:00+01:00'],
])('%s: %s is kept raw and served as null', (name, champ, code, brut) => {
  expect(read(name)).toMatchObject({
    publication: { content: { titre: 'Réfection', [champ]: null }, anomalies: [{ champ, code, brut }] },
  });
});

test('text that looks like markup stays text', () => {
  expect(read('script-in-title.xml')).toMatchObject({
    publication: { content: { titre: '<script>alert(1)</script>' } },
  });
});
