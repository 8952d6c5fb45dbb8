import { normaliseTedExport } from './normalise.js';

/** A correction (form F14) with these changes. */
function correction(changes: string, { code = '2', form = 'F14_2014' } = {}) {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<TED_EXPORT xmlns="http://publications.europa.eu/resource/schema/ted/R2.0.9/publication" DOC_ID="100541-2021">
<CODED_DATA_SECTION><REF_OJS><DATE_PUB>20210226</DATE_PUB></REF_OJS><NOTICE_DATA><NO_DOC_OJS>2021/S 040-100541</NO_DOC_OJS><ISO_COUNTRY VALUE="FR"/></NOTICE_DATA>
<CODIF_DATA><TD_DOCUMENT_TYPE CODE="${code}"/><NC_CONTRACT_NATURE CODE="4"/><PR_PROC CODE="1"/></CODIF_DATA></CODED_DATA_SECTION>
<FORM_SECTION><${form} CATEGORY="ORIGINAL" LG="FR">
<CONTRACTING_BODY><ADDRESS_CONTRACTING_BODY><OFFICIALNAME>Commune de X</OFFICIALNAME><NATIONALID>faux</NATIONALID></ADDRESS_CONTRACTING_BODY></CONTRACTING_BODY>
<OBJECT_CONTRACT><TITLE><P>Titres restaurant</P></TITLE></OBJECT_CONTRACT>
<COMPLEMENTARY_INFO><NOTICE_NUMBER_OJ>2021/S 035-086481</NOTICE_NUMBER_OJ></COMPLEMENTARY_INFO>
<CHANGES>${changes}</CHANGES></${form}></FORM_SECTION></TED_EXPORT>`);
  const normalised = normaliseTedExport({ source: 'ted', identifiant: '', format: 'ted-export-xml', body });
  if (!normalised.ok) throw new Error(normalised.rejection.detail);
  return normalised.publication;
}

function change(section: string, value: string, more = ''): string {
  return `<CHANGE><WHERE><SECTION>${section}</SECTION>${more}</WHERE><NEW_VALUE>${value}</NEW_VALUE></CHANGE>`;
}

test('a correction gives only what it changes, and cites the notice that it corrects', () => {
  const publication = correction(
    change('IV.2.2)', '<DATE>2021-03-29</DATE><TIME>12:00</TIME>') +
      change('II.1.2)', '<CPV_MAIN><CPV_CODE CODE="66000000"/></CPV_MAIN>') +
      change('II.1.1)', '<TEXT><P>Titres <FT TYPE="SUP">1</FT></P></TEXT>'),
  );
  expect(publication).toMatchObject({ kind: 'correction', whole: false, closes: false, cites: ['86481-2021'] });
  expect(publication.content).toEqual({ date_limite: '2021-03-29T10:00:00Z', cpv: '66000000', titre: 'Titres 1' });
  // The buyer's number is repeated beside the changes: it is not what this publication says.
  expect(publication.anomalies).toEqual([]);
  expect(publication.motif).toBe('IV.2.2 : 2021-03-29 12:00\nII.1.2 : 66000000\nII.1.1 : Titres 1');
});

test('a change of a lot or of another rubric is told in words only', () => {
  const publication = correction(
    change('IV.2.2)', '<DATE>2021-03-29</DATE>', '<LOT_NO>2</LOT_NO>') +
      change('VI.3)', '<TEXT><P>Visite le lundi.</P></TEXT>', '<LABEL>Informations complémentaires</LABEL>'),
  );
  expect(publication.content).toEqual({});
  expect(publication.motif).toContain('VI.3 Informations complémentaires : Visite le lundi.');
});

test('a new deadline in prose cannot be read and is counted', () => {
  const publication = correction(change('IV.2.2)', '<TEXT><P>reportée au 3 mai à midi</P></TEXT>'));
  expect(publication.content).toEqual({});
  expect(publication.anomalies).toEqual([
    { champ: 'date_limite', code: 'correction_illisible', brut: 'reportée au 3 mai à midi' },
  ]);
});

test('a code that no mapper knows is refused as an unknown format', () => {
  expect(() => correction('', { code: 'X', form: 'F99_2030' })).toThrow(/unknown TD_DOCUMENT_TYPE X/);
});
