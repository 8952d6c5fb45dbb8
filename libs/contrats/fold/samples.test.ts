import { declarationsOf } from './testing/import-samples.js';
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
