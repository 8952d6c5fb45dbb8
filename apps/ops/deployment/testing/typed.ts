import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './files.js';
import type { Manifest } from './manifests.js';

const FILE = join(ROOT, 'manifests.virtual.ts');

/**
 * Holds manifests against the types of the Kubernetes API, as literals of TypeScript: a field that does not exist, which
 * the API server would drop without a word, is a fault here. @returns what the compiler says.
 */
export function typeFaults(manifests: readonly Manifest[]): string[] {
  const text = manifests
    .map(
      (manifest, index) =>
        `import type { I${manifest.kind} as K${index} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}';\n` +
        `export const m${index}: K${index} = ${JSON.stringify(manifest, null, 1)};\n`,
    )
    .join('');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const real = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...real,
    fileExists: (name) => name === FILE || real.fileExists(name),
    readFile: (name) => (name === FILE ? text : real.readFile(name)),
    getSourceFile: (name, language, ...others) =>
      name === FILE ? ts.createSourceFile(name, text, language) : real.getSourceFile(name, language, ...others),
  };
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start }) => {
    const line =
      start === undefined ? '' : text.slice(0, start).split('\n').slice(-1)[0]! + text.slice(start).split('\n')[0]!;
    return `${line.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
