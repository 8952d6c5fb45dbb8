import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { CleDirectory } from '#access/cles/directory';
import { issueCle } from '#access/cles/issue';
import { listCles, revokeCle } from '#access/cles/operate';
import { createCompte, listComptes } from '#access/comptes/comptes';
import type { Compte } from '#access/entities/compte.entity';
import { PERIMETRES, type UsageCle } from '#contract/vocabulary';
import { createPool } from '#platform/database/pool';
import { ensureDemoProfil } from './demo-profil.js';

/** DATA_DIR/demo.json: how to reach the service, with keys that work. Read by its owner only. */
export interface Demo {
  base_url: string;
  mcp_url: string;
  cles: { complete: string; rediffusion: string };
  /** The operators' console; the token is null where OPERATOR_TOKEN is given. */
  console: { url: string; jeton: string | null };
}

const COMPTE = { nom: 'Démonstration', email: 'demonstration@marches-publics.example', plan: 'pro' } as const;

export function demoPath(dataDir: string): string {
  return resolve(dataDir, 'demo.json');
}

/**
 * Makes sure that demo.json holds keys that work, of an account with a profile. Keys that still do are kept; lost ones
 * cannot be read again, so the account's keys are revoked and new ones issued.
 */
export async function ensureDemo(
  db: DataSource,
  databaseUrl: string,
  dataDir: string,
  addresses: Omit<Demo, 'cles'>,
): Promise<Demo> {
  const kept = await readCles(dataDir);
  const compte = (await demoCompte(db)) ?? (await createCompte(db, COMPTE));
  const cles = kept !== null && (await allWork(databaseUrl, kept)) ? kept : await issueAnew(db, compte);
  await ensureDemoProfil(db, compte.id);
  const demo: Demo = {
    base_url: addresses.base_url,
    mcp_url: addresses.mcp_url,
    cles,
    console: addresses.console,
  };
  const path = demoPath(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return demo;
}

async function readCles(dataDir: string): Promise<Demo['cles'] | null> {
  try {
    const { cles } = JSON.parse(await readFile(demoPath(dataDir), 'utf8')) as Partial<Demo>;
    return typeof cles?.complete === 'string' && typeof cles.rediffusion === 'string' ? cles : null;
  } catch {
    return null;
  }
}

async function allWork(databaseUrl: string, cles: Demo['cles']): Promise<boolean> {
  const pool = createPool({ url: databaseUrl, max: 1, applicationName: 'marches-start', onError: () => undefined });
  try {
    const directory = new CleDirectory(pool);
    const found = await Promise.all([directory.find(cles.complete), directory.find(cles.rediffusion)]);
    return found.every((cle) => cle?.compte.plan === 'pro');
  } finally {
    await pool.end();
  }
}

async function demoCompte(db: DataSource): Promise<Compte | undefined> {
  return (await listComptes(db)).find((compte) => compte.nom === COMPTE.nom && compte.email === COMPTE.email);
}

async function issueAnew(db: DataSource, compte: Compte): Promise<Demo['cles']> {
  for (const cle of await listCles(db, compte.id)) {
    if (cle.revoqueeLe === null) await revokeCle(db, cle.id);
  }
  const issue = async (usage: UsageCle) =>
    (await issueCle(db, { compteId: compte.id, perimetres: PERIMETRES, usage })).secret;
  return { complete: await issue('interne'), rediffusion: await issue('rediffusion') };
}
