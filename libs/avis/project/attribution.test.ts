import type { AttributionServie } from '#contract/contrats';
import type { DocumentFormat, Normalise } from '#sources/adapter';
import { normaliseBoamp } from '#sources/boamp/normalise';
import type { SourceCode } from '#sources/registry';
import { normaliseTedExport } from '#sources/ted-export/normalise';
import { describeSamples, samplesOf } from '#sources/testing/samples';
import { attributionId } from '../fold/identity.js';
import { wholeContent } from '../testing/publications.js';
import { renderAttribution } from './attribution.js';

const KEYS = [
  'id',
  'source',
  'titre',
  'budget',
  'date_publication',
  'cpv',
  'acheteur',
  'lien_source',
  'licence',
  'mention',
];
const ID = attributionId('boamp', '26-1');
const read = (item: string) => JSON.parse(item) as AttributionServie;

test('each source is credited as its notices are', () => {
  const facts = { content: wholeContent('26-1'), date_publication: '2026-10-01' };
  const credits = (source: string) => {
    const { licence, mention } = read(renderAttribution({ id: ID, source, facts }).item);
    return [licence, mention];
  };
  expect(credits('boamp')).toEqual([
    'Licence Ouverte 2.0',
    'BOAMP – DILA, Licence Ouverte 2.0, données mises à jour le 01/10/2026',
  ]);
  expect(credits('ted')).toEqual([
    'Réutilisation autorisée avec mention de la source (décision 2011/833/UE)',
    '© Union européenne, TED (ted.europa.eu)',
  ]);
  expect(credits('place')).toEqual(['Aucune licence publiée', "PLACE, achats de l'État"]);
});

test('content that says nothing is served as null, all keys present', () => {
  const { item, ...columns } = renderAttribution({
    id: ID,
    source: 'boamp',
    facts: { content: {}, date_publication: null },
  });
  expect(Object.keys(read(item))).toEqual(KEYS);
  expect(read(item)).toMatchObject({
    titre: null,
    budget: null,
    date_publication: null,
    cpv: null,
    acheteur: { nom: null, siret: null, departement: null },
    lien_source: null,
    mention: 'BOAMP – DILA, Licence Ouverte 2.0',
  });
  expect(columns).toEqual({
    id: ID,
    source: 'boamp',
    date_publication: null,
    cpv: null,
    acheteur_siret: null,
    departement: null,
  });
});

const CORPORA: [string, SourceCode, DocumentFormat, Normalise][] = [
  ['boamp_api', 'boamp', 'boamp-json', normaliseBoamp],
  ['ted_xml_r209_fr', 'ted', 'ted-export-xml', normaliseTedExport],
];
/** Where each format says what was estimated; amounts awarded stand elsewhere. */
const ESTIMATE =
  /VAL_ESTIMATED_TOTAL|VAL_OBJECT|TOTAL_ESTIMATED|NATURE_QUANTITY_SCOPE|EstimatedOverallContractAmount|MaximumAmount/;

describe.each(CORPORA)('real records of %s', (folder, source, format, normalise) => {
  const samples = samplesOf(folder);
  describeSamples('its award notices', samples, () => {
    const awards = samples.flatMap(({ name, body }) => {
      const identifiant = name.replace(/\.\w+$/, '');
      const normalised = normalise({ source, identifiant, format, body });
      if (!normalised.ok || normalised.publication.kind !== 'attribution') return [];
      const { content, date_publication } = normalised.publication;
      const facts = { content, date_publication };
      const id = attributionId(source, normalised.publication.identifiant);
      return [{ name, text: body.toString(), rendered: renderAttribution({ id, source, facts }) }];
    });

    test('have a title, a buyer, a day, a link; their budget is an estimate', () => {
      expect(awards.length).toBeGreaterThan(0);
      for (const { name, text, rendered } of awards) {
        const item = read(rendered.item);
        expect({ name, keys: Object.keys(item) }).toEqual({ name, keys: KEYS });
        expect({ name, ...item, acheteur: item.acheteur.nom }).toMatchObject({
          titre: expect.stringMatching(/\S/),
          acheteur: expect.stringMatching(/\S/),
          date_publication: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          lien_source: expect.stringMatching(/^https?:/),
        });
        if (item.budget !== null) expect({ name, estimated: ESTIMATE.test(text) }).toEqual({ name, estimated: true });
      }
    });
  });
});
