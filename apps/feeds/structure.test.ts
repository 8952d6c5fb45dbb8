import { existsSync, readFileSync } from 'node:fs';
import { boampRecord } from './boamp/record.js';
import { noticeAt } from './notice.js';
import { placesOf, segmentsOf } from './segments.js';
import { createTimeline } from './timeline.js';

const SAMPLES = '../shared/samples/boamp_api/_reponse_records.json';
const NOW = Date.parse('2026-11-21T10:00:00Z');
const timeline = createTimeline({ seed: 3, size: 3000, start: new Date(NOW), growthSeconds: 0 });
const records = [...placesOf(segmentsOf(timeline, NOW, -Infinity, Infinity), 'boamp', false)].map((place) =>
  boampRecord(3, noticeAt(timeline, place)),
);

/** Paths of a JSON value, arrays and single values alike, attributes included. */
function paths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => paths(one, at));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, child]) => paths(child, `${at}.${key}`));
}

describe('the generated records of BOAMP against the real ones', () => {
  if (!existsSync(SAMPLES)) {
    console.warn(`${SAMPLES} is absent: the generated structure is NOT compared with real records`);
    test.skip('the samples are absent', () => undefined);
    return;
  }
  const real = (JSON.parse(readFileSync(SAMPLES, 'utf8')) as { results: Record<string, unknown>[] }).results;

  test('have the 41 fields in the same order', () => {
    for (const record of real) expect([...Object.keys(records[0]!)].sort()).toEqual(Object.keys(record).sort());
    expect(Object.keys(records[0]!)).toHaveLength(41);
  });

  test('have the types that real fields have', () => {
    const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);
    const known = new Map<string, Set<string>>();
    for (const record of real) {
      for (const [field, value] of Object.entries(record)) {
        known.set(field, (known.get(field) ?? new Set(['null'])).add(typeOf(value)));
      }
    }
    const wrong = records.flatMap((record) =>
      Object.entries(record).filter(([field, value]) => !known.get(field)!.has(typeOf(value))),
    );
    expect(wrong).toEqual([]);
  });

  test('write the fields of docs/sources.md B1.2 where real notices do', () => {
    const generated = new Set(records.flatMap((record) => paths(JSON.parse(record['donnees'] as string))));
    const fields = [
      '.FNSimple.organisme.codeIdentificationNational',
      '.FNSimple.initial.procedure.dateReceptionOffres',
      '.FNSimple.initial.natureMarche.codeCPV.objetPrincipal.classPrincipale',
      '.FNSimple.initial.natureMarche.valeurEstimee.fourchette.valeurHaute',
      '.FNSimple.initial.lots.lot.description',
      '.FNSimple.rectificatif.avisInitial.idWeb',
      '.FNSimple.rectificatif.infosRectif',
      '.MAPA.organisme.adr.cp',
      '.MAPA.initial.delais.receptionOffres',
      '.MAPA.initial.lots.lot.numLot',
      '.IDENTITE.DENOMINATION',
      '.OBJET.CPV.PRINCIPAL',
      '.OBJET.LOTS.LOT.NUM',
      '.CONDITION_DELAI.RECEPT_OFFRES',
    ];
    const sampled = new Set(real.flatMap((record) => paths(JSON.parse(record['donnees'] as string))));
    for (const field of fields) expect([field, sampled.has(field), generated.has(field)]).toEqual([field, true, true]);
  });

  test('write eForms in elements that real eForms have', () => {
    const sampled = new Set(
      [...real, ...v1Samples()]
        .flatMap((record) => paths(JSON.parse(record['donnees'] as string)))
        .filter((path) => path.startsWith('.EFORMS')),
    );
    const extra = new Set(
      records
        .flatMap((record) => paths(JSON.parse(record['donnees'] as string)))
        .filter((path) => path.startsWith('.EFORMS.ContractNotice') && !sampled.has(path)),
    );
    // Elements that the four eForms samples of BOAMP lack; seen in TED's XML or in the eForms SDK.
    for (const path of extra) {
      expect(path).toMatch(
        /SelectionCriteria|Changes\.efac:Change\.|ParticipationRequestReceptionPeriod|FrameworkMaximumAmount|BuyerProfileURI|cbc:Note|@schemeName|AppealReceiverParty|#text|@listName|@languageID|cbc:ID$|StreetName|WebsiteURI/,
      );
    }
  });
});

function v1Samples(): Record<string, unknown>[] {
  return ['25-123573', '25-127510'].map(
    (name) =>
      JSON.parse(readFileSync(`../shared/samples/boamp_api_v1/${name}.json`, 'utf8')) as Record<string, unknown>,
  );
}
