import { XMLParser } from 'fast-xml-parser';
import { describeSamples, samplesOf } from '../testing/samples.js';
import { mapEforms } from './map.js';
import { treeOfJson, treeOfXml } from './tree.js';

/** BOAMP's rendering of XML: `@` before attributes, `#text` beside them, a list where there are several children. */
const boampRendering = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
});

/** Documents that use the usual prefixes; the others cannot be rendered as BOAMP does. */
const samples = [...samplesOf('ted_eforms'), ...samplesOf('ted_eforms_sdk_examples')].filter(({ body }) =>
  body.includes('xmlns:cbc='),
);

describeSamples('the same notice in XML and in JSON', samples, () => {
  test.each(samples.map((sample) => [sample.name, sample.body] as const))('%s', (_name, body) => {
    const fromXml = mapEforms(treeOfXml(body));
    const fromJson = mapEforms(treeOfJson(boampRendering.parse(body)));
    expect(fromJson).toEqual(fromXml);
  });
});
