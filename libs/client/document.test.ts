import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { typeOf, type Schema } from './testing/schema-types.js';

/** The types that users compile against are those that the committed OpenAPI document states, both ways. */

const ROOT = join(import.meta.dirname, '../..');

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, { get: { operationId: string; parameters?: { name: string; in: string }[] } }>;
}

const read = (): Document => JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8')) as Document;

/** Component of the document, and the client's type for it. */
const ANSWERS: [string, string][] = [
  ['Avis', 'answers.Avis'],
  ['AvisDetail', 'answers.AvisComplet'],
  ['AvisRetire', 'answers.AvisRetireServi'],
  ['MetaPage', "answers.PageAvis['meta']"],
  ['MetaCurseur', "answers.PageParcours['meta']"],
  ['ListeAvis', '{ data: answers.AvisSynchronise[]; meta: (answers.PageAvis | answers.PageParcours)["meta"] }'],
  ['ReponseAvis', '{ data: answers.AvisComplet | answers.AvisRetireServi }'],
  ['Opportunite', 'answers.Opportunite'],
  ['MetaOpportunites', "answers.PageOpportunites['meta']"],
  ['ListeOpportunites', 'answers.PageOpportunites'],
  ['Attribution', 'answers.Attribution'],
  ['ListeAttributions', 'answers.PageAttributions'],
  ['Contrat', 'answers.Contrat'],
  ['MetaListe', 'answers.MetaListe'],
  ['ListeContrats', 'answers.PageContrats'],
  ['Prestataire', 'answers.Prestataire'],
  ['ListePrestataires', 'answers.PagePrestataires'],
  ['PrestataireDetail', 'answers.PrestataireComplet'],
  ['ReponsePrestataire', '{ data: answers.PrestataireComplet }'],
  ['Acheteur', 'answers.Acheteur'],
  ['ReponseAcheteur', '{ data: answers.Acheteur }'],
  ['ListeDepartements', 'answers.Liste<answers.Departement>'],
  ['ListeSources', 'answers.Liste<answers.Source>'],
  ['ReponseMoi', '{ data: answers.Moi }'],
  ['Sante', 'answers.Sante'],
  ['Erreur', 'errors.ErrorEnvelope'],
];

/** A program whose compilation proves that each answer of the document is the client's type, and the reverse. */
function checks({ components, paths }: Document): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `type ${name} = ${typeOf(schema)};`);
  const parameters = (path: string) => paths[path]!.get.parameters!.map(({ name }) => JSON.stringify(name)).join(' | ');
  return `
import type * as answers from './answers.js';
import type * as queries from './queries.js';
import type * as errors from '#contract/errors';
${schemas.join('\n')}
declare function same<A, B>(given: [A] extends [B] ? ([B] extends [A] ? true : never) : never): void;
type AllKeys<T> = T extends unknown ? keyof T : never;
same<${parameters('/avis')}, AllKeys<queries.RechercheAvis | queries.ParcoursAvis>>(true);
same<${parameters('/opportunites')}, keyof queries.RechercheOpportunites>(true);
${ANSWERS.map(([name, type]) => `same<${name}, ${type}>(true);`).join('\n')}
`;
}

/** Lines that do not compile. */
function refused(source: string): string[] {
  const file = join(ROOT, 'libs/client/document-check.ts');
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const settings = { ...options, noEmit: true, incremental: false, noUnusedLocals: false, types: [] };
  const host = ts.createCompilerHost(settings);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.readFile = (path) => (path === file ? source : readFile(path));
  host.fileExists = (path) => path === file || fileExists(path);
  const program = ts.createProgram([file], settings, host);
  const lines = source.split('\n');
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map((one) => lines[ts.getLineAndCharacterOfPosition(one.file!, one.start!).line]!);
}

test('every answer and every parameter of the document has the same type in the client', () => {
  expect(refused(checks(read()))).toEqual([]);
});

test('the client has a method for each operation, the document itself apart', () => {
  const operations = Object.values(read().paths).map(({ get }) => get.operationId);
  const source = readFileSync(join(ROOT, 'libs/client/client.ts'), 'utf8');
  const missing = operations.filter((name) => name !== 'getOpenapi' && !source.includes(`  ${name}(`));
  expect(missing).toEqual([]);
});

test('a field added, removed or of another type is seen', () => {
  const document = read();
  const { Avis, MetaPage, Sante } = document.components.schemas;
  Avis!.properties!['cpv'] = { type: 'string' };
  delete Sante!.properties!['file'];
  MetaPage!.properties!['nouveau'] = { type: 'string' };
  MetaPage!.required!.push('nouveau');
  const seen = refused(checks(document)).map((line) => /same<(\w+)/.exec(line)?.[1]);
  expect(seen).toEqual(expect.arrayContaining(['Avis', 'MetaPage', 'Sante']));
});
