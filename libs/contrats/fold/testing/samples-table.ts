import type { Declaration } from '../../declaration.js';
import { latestState } from '../current-state.js';
import { type Imported, importRecords } from './import-samples.js';
import { SAMPLE_FILES, sampleRecords } from './sample-files.js';

/** The tables of docs/contrats.md: what becomes of each real file imported alone, and of those of 2019 together. */
export async function samplesTables(): Promise<string> {
  const files = await Promise.all(
    SAMPLE_FILES.map(async ({ file, registre }) => ({ file, registre, records: await sampleRecords(file) })),
  );
  const alone = files.map((file) => ({ title: file.file, imported: importRecords([file]) }));
  const of2019 = files.filter(({ file }) => file.startsWith('decp_2019/'));
  const rows = [...alone, { title: 'the five of 2019 together', imported: importRecords(of2019) }];
  return [
    table([HEAD, ...rows.map(({ title, imported }) => [title, ...figures(imported)])]),
    '',
    table([['file', 'field', 'cause', 'values'], ...alone.flatMap(({ title, imported }) => causes(title, imported))]),
  ].join('\n');
}

const HEAD = [
  'file',
  'records',
  'refused',
  'strict duplicates',
  'declarations',
  'contracts',
  'merged',
  'reused numbers',
  'modifications listed',
  'of these without notification date',
  'applied',
  'amount under half of the one before',
];

function figures(imported: Imported): string[] {
  const declarations = [...imported.declarations.values()].map(({ declaration }) => declaration);
  const racines = new Set(declarations.map(({ racine }) => racine)).size;
  const current = imported.contracts.map((contract) => currentDeclaration(imported, contract.declarations));
  const listed = declarations.flatMap(({ modifications }) => modifications);
  const applied = current.reduce((sum, { modifications }) => sum + modifications.length, 0);
  const refused = [...imported.refused].map(([reason, count]) => `${count} ${reason}`).join(', ');
  return [
    imported.records,
    refused === '' ? 0 : refused,
    imported.strictDuplicates,
    declarations.length,
    imported.contracts.length,
    declarations.length - imported.contracts.length,
    imported.contracts.length - racines,
    listed.length,
    listed.filter(({ date_notification }) => date_notification === null).length,
    applied,
    current.reduce((sum, declaration) => sum + amendments(declaration), 0),
  ].map(String);
}

function currentDeclaration({ declarations }: Imported, ids: readonly string[]): Declaration {
  const states = ids.flatMap((id) => declarations.get(id) ?? []);
  return latestState(states).declaration;
}

/** Modifications whose amount is likely that of the amendment alone. */
function amendments({ initial, modifications }: Declaration): number {
  let before = initial.montant;
  let count = 0;
  for (const { changement } of modifications) {
    const { montant } = changement;
    if (typeof montant !== 'number') continue;
    if (before !== null && montant < before / 2) count += 1;
    before = montant;
  }
  return count;
}

function causes(title: string, { declarations }: Imported): string[][] {
  const counts = new Map<string, number>();
  for (const { declaration } of declarations.values()) {
    for (const { champ, code } of declaration.anomalies) {
      const key = `${champ} ${code}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, count]) => [title, ...key.split(' '), `${count}`]);
}

/** A Markdown table with its columns aligned, as Prettier writes it. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
