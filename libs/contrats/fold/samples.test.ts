import { declarationsOf, importRecords } from './testing/import-samples.js';
import { hasSampleFiles, sampleRecords } from './testing/sample-files.js';
import { tablesOfPage, writeTables } from './testing/samples-page.js';
import { samplesTables } from './testing/samples-table.js';

const run = hasSampleFiles() ? test : test.skip;
run('docs/contrats.md says what becomes of the real files', async () => {
  const tables = await samplesTables();
  if (process.env['UPDATE_CONTRATS'] === '1') {
    console.info(tables);
    writeTables(tables);
  }
  expect(tablesOfPage()).toBe(tables);
});

run('the 22 modifications of markets by AIFE, and the 11 of concessions, go by their publication', async () => {
  const records = await sampleRecords('decp_2019/data.gouv.fr_aife_2019.json');
  const markets = records.filter(({ body }) => !body.includes('Contrat de concession'));
  const undated = (of: typeof records) =>
    declarationsOf('aife_dume', of)
      .flatMap(({ modifications }) => modifications)
      .filter(({ date_notification, date_publication }) => date_notification === null && date_publication !== null);
  // 3 of the concessions have no number.
  expect(undated(markets)).toHaveLength(22);
  expect(undated(records)).toHaveLength(30);
});

run('the cases of format 2022, read by hand', async () => {
  const records = await sampleRecords('decp_2022/decp-processing_decp_test_2022.json');
  const { contracts } = importRecords([{ registre: 'decp_minef', records }]);
  const sirets = (index: number) => contracts[index]?.contrat.titulaires.map(({ siret }) => siret);
  expect(contracts.map(({ uid, contrat }) => [uid, contrat.montant, contrat.duree_mois])).toEqual([
    ['219740222000192022VI2022_242', 137614, null],
    // 1e17, then a placeholder, then 22545 for a month, then 22540 for two, then 100 months.
    ['221300015002472020F00075', 22540, 100],
    ['21030042200016202401L04', 124557.46, 17],
    ['216901231000112019K1209', 1214900, 49],
    ['21500222100012202207LOT03', 49599.25, 11],
  ]);
  // Of the last modification with holders: one SIRET of three is invalid.
  expect(sirets(1)).toEqual([null, '05650171100115', '88359829400030']);
  // The broken holders of its first modification leave those that it had.
  expect(sirets(3)).toEqual(['39210031900038', '39210873400063', '39830819700035']);
});
