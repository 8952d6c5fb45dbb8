import { hasSampleFiles } from './testing/sample-files.js';
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
