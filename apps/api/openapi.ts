import { readFileSync, writeFileSync } from 'node:fs';
import 'reflect-metadata';
import { renderDocuments } from './openapi/committed-documents.js';

/** `--write` writes the documents of the API and of its tools again; `--check` fails when they are not what the code says. */
for (const [file, text] of Object.entries(await renderDocuments())) {
  if (process.argv.includes('--write')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is out of date: run \`npm run openapi\` and commit it.\n`);
    process.exitCode = 1;
  }
}
