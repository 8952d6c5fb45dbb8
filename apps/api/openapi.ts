import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import 'reflect-metadata';
import { renderDocument } from './openapi/committed-document.js';

/** `--write` writes apps/api/openapi.json again; `--check` fails when it is not what the routes say. */
const file = resolve('apps/api/openapi.json');
const document = await renderDocument();
if (process.argv.includes('--write')) writeFileSync(file, document);
else if (readFileSync(file, 'utf8') !== document) {
  process.stderr.write('apps/api/openapi.json is out of date: run `npm run openapi` and commit it.\n');
  process.exitCode = 1;
}
