import { createHash } from 'node:crypto';
import type { Declaration } from '../../declaration.js';
import { readRecord } from '../../decp/read-record.js';
import type { RegisterRecord } from '../../decp/register-record.js';
import type { Registre } from '../../registres.js';
import type { ArchivedDeclaration } from '../archived-declaration.js';
import { type FoldedContrat, foldRacine } from '../fold-racine.js';

/** What becomes of records, as the archive and the fold treat them, in memory. */
export interface Imported {
  records: number;
  /** By reason. */
  refused: ReadonlyMap<string, number>;
  strictDuplicates: number;
  declarations: ReadonlyMap<string, ArchivedDeclaration>;
  contracts: readonly FoldedContrat[];
}

export function importRecords(files: readonly { registre: Registre; records: readonly RegisterRecord[] }[]): Imported {
  const refused = new Map<string, number>();
  const prints = new Set<string>();
  const declarations = new Map<string, ArchivedDeclaration>();
  const racines = new Map<string, ArchivedDeclaration[]>();
  let records = 0;
  let strictDuplicates = 0;
  for (const { registre, record, body } of files.flatMap(recordsOfRegister)) {
    records += 1;
    const print = `${registre} ${createHash('sha256').update(body).digest('hex')}`;
    const read = readRecord(registre, record);
    if (prints.has(print)) strictDuplicates += 1;
    else if (!read.ok) refused.set(read.reason, (refused.get(read.reason) ?? 0) + 1);
    else add(read.declaration, String(declarations.size + 1), declarations, racines);
    prints.add(print);
  }
  const contracts = [...racines].flatMap(([racine, states]) => foldRacine(racine, states));
  return { records, refused, strictDuplicates, declarations, contracts };
}

/** What each record declares, those that are refused left out. */
export function declarationsOf(registre: Registre, records: readonly RegisterRecord[]): Declaration[] {
  return records.flatMap(({ record }) => {
    const read = readRecord(registre, record);
    return read.ok ? [read.declaration] : [];
  });
}

function recordsOfRegister({ registre, records }: { registre: Registre; records: readonly RegisterRecord[] }) {
  return records.map((record) => ({ registre, ...record }));
}

function add(
  declaration: Declaration,
  id: string,
  declarations: Map<string, ArchivedDeclaration>,
  racines: Map<string, ArchivedDeclaration[]>,
): void {
  const state = { id, declaration };
  declarations.set(id, state);
  const states = racines.get(declaration.racine);
  if (states === undefined) racines.set(declaration.racine, [state]);
  else states.push(state);
}
