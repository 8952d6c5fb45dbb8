import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Contrat } from '../../contrat.js';
import type { Registre } from '../../registres.js';
import { importRegister, type ImportOptions } from '../import-decp.js';
import type { FileReport } from '../import-file.js';

export const BUYER = '21750001600019';
export const HOLDERS = ['55204599900869', '38103128500491', '41473937500023'] as const;

/** A record of format 2022, complete enough to be a contract. */
export function marche(number: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: number,
    acheteur: { id: BUYER },
    nature: 'Marché',
    objet: `Entretien des espaces verts ${number}`,
    codeCPV: '77310000',
    procedure: 'Procédure adaptée',
    lieuExecution: { code: '75001', typeCode: 'Code postal' },
    dureeMois: 12,
    dateNotification: '2025-03-10',
    datePublicationDonnees: '2025-03-20',
    montant: 40_000,
    formePrix: 'Unitaire',
    titulaires: [{ titulaire: { typeIdentifiant: 'SIRET', id: HOLDERS[0] } }],
    ...given,
  };
}

/** The text of a register's file, format 2022. */
export function registerText(marches: readonly unknown[]): string {
  return `{"marches":{"marche":[\n${marches.map((one) => JSON.stringify(one)).join(',\n')}\n]}}`;
}

/** A database, a way to the network and a folder for files. */
export interface ImportBench {
  database: TestDatabase;
  db: DataSource;
  http: HttpGateway;
  /** Writes a file. @returns its path. */
  file(name: string, content: string | Buffer): Promise<string>;
  import(registre: Registre, adresse: string, options?: Partial<ImportOptions>): Promise<FileReport[]>;
  contrats(): Promise<{ uid: string; facts: Contrat; folded_at: Date }[]>;
  /** `objet cle` of what is to be recalculated, sorted; then it is no more. */
  takeQueue(): Promise<string[]>;
  close(): Promise<void>;
}

export async function createImportBench(): Promise<ImportBench> {
  const database = await createTestDatabase();
  const db = await createDataSource({
    url: database.url,
    entities: [],
    poolSize: 6,
    applicationName: 'test',
  }).initialize();
  const http = createHttpGateway({ userAgent: 'test', timeoutMs: 20_000, maxBytes: 1_000_000, attempts: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'marches-register-'));
  return {
    database,
    db,
    http,
    async file(name, content) {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    import: (registre, adresse, options = {}) =>
      importRegister(db, http, { registre, adresse, signal: new AbortController().signal, ...options }),
    contrats: () => db.query('select uid, facts, folded_at from write.contrat order by uid'),
    async takeQueue() {
      const { rows } = await database.pool.query<{ work: string }>(
        `delete from write.a_recalculer returning objet || ' ' || cle as work`,
      );
      return rows.map(({ work }) => work).sort();
    },
    async close() {
      await http.close();
      await db.destroy();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
