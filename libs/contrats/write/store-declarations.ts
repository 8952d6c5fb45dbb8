import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Declaration } from '../declaration.js';
import { readRecord } from '../decp/read-record.js';
import type { Registre } from '../registres.js';
import { type Bilan, countsOf } from './bilan.js';
import { type Archived, foldRacines } from './fold-racines.js';

/** One record of a register's file. */
export interface RawRecord {
  /** Its own text. */
  body: string;
  record: unknown;
}

/** A batch of records, read. */
export interface ReadBatch {
  records: number;
  declarations: { empreinte: Buffer; body: string; declaration: Declaration }[];
  rejections: { empreinte: Buffer; body: string; reason: string; detail: string }[];
  /** Records that the archive holds already. */
  known: number;
}

/** Reads anything that can be asked. */
type Reader = Pick<EntityManager, 'query'>;

/**
 * Reads those records of a batch that the archive does not hold: a consolidated file repeats nearly all of the day
 * before's, and reading costs several times what recognising them costs.
 */
export async function readBatch(db: Reader, registre: Registre, records: readonly RawRecord[]): Promise<ReadBatch> {
  const fresh = new Map<string, RawRecord & { empreinte: Buffer }>();
  for (const raw of records) {
    const empreinte = createHash('sha256').update(raw.body).digest();
    const key = empreinte.toString('base64');
    if (!fresh.has(key)) fresh.set(key, { ...raw, empreinte });
  }
  for (const key of await heldOf(db, registre, [...fresh.values()])) fresh.delete(key);
  const batch: ReadBatch = { records: records.length, declarations: [], rejections: [], known: 0 };
  for (const { body, record, empreinte } of fresh.values()) {
    const read = readRecord(registre, record);
    if (read.ok) batch.declarations.push({ empreinte, body: storable(body), declaration: read.declaration });
    else batch.rejections.push({ empreinte, body: storable(body), reason: read.reason, detail: storable(read.detail) });
  }
  batch.known = records.length - fresh.size;
  return batch;
}

/**
 * Keeps a batch and folds the contracts that it touches. All or nothing; safe to repeat. The caller's transaction holds
 * the writers' lock.
 */
export async function storeBatch(manager: EntityManager, registre: Registre, batch: ReadBatch): Promise<Bilan> {
  const racines = [...new Set(batch.declarations.map(({ declaration }) => declaration.racine))];
  const crowded = await crowdedOf(manager, racines);
  const earlier = await declarationsOf(
    manager,
    racines.filter((racine) => !crowded.has(racine)),
  );
  const added = await insertDeclarations(manager, registre, batch);
  const rejected = await insertRejections(manager, registre, batch);
  const archived = groupedByRacine([...earlier, ...added]);
  const touched = new Set(added.map(({ racine }) => racine));
  for (const racine of archived.keys()) if (!touched.has(racine) || crowded.has(racine)) archived.delete(racine);
  const folded = await foldRacines(manager, archived);
  return {
    nouvelles: added.length,
    doublons: batch.records - added.length - rejected.length,
    rejets: countsOf(rejected),
    anomalies: countsOf(
      added.flatMap(({ declaration }) => declaration.anomalies.map(({ champ, code }) => `${champ} ${code}`)),
    ),
    contrats: folded.contrats,
    defauts: folded.defauts + [...touched].filter((racine) => crowded.has(racine)).length,
  };
}

/** Keys (base64) of the records that the archive holds, as declarations or as rejections. */
async function heldOf(db: Reader, registre: Registre, records: readonly { empreinte: Buffer }[]): Promise<string[]> {
  const rows = await db.query<{ empreinte: Buffer }[]>(
    `select empreinte from write.declaration where registre = $1 and empreinte = any($2::bytea[])
     union all
     select empreinte from write.rejet_declaration where registre = $1 and empreinte = any($2::bytea[])`,
    [registre, records.map(({ empreinte }) => empreinte)],
  );
  return rows.map(({ empreinte }) => empreinte.toString('base64'));
}

/**
 * Declarations of one racine above which it is no longer folded: no real number has a hundred, and folding ten thousand
 * takes five seconds, fifty thousand more than a transaction may. They are kept; what is folded of them stays.
 */
const MOST_DECLARATIONS = 10_000;

/** Racines that have too many declarations to be folded. */
export async function crowdedOf(manager: EntityManager, racines: readonly string[]): Promise<Set<string>> {
  if (racines.length === 0) return new Set();
  const rows = await manager.query<{ racine: string }[]>(
    `select racine from write.declaration where racine = any($1::text[]) group by racine having count(*) > $2`,
    [racines, MOST_DECLARATIONS],
  );
  return new Set(rows.map(({ racine }) => racine));
}

/** A declaration and its racine. */
export type Placed = Archived & { racine: string };

/** Declarations by racine, in the order in which they come. */
export function groupedByRacine(declarations: readonly Placed[]): Map<string, Archived[]> {
  const groups = new Map<string, Archived[]>();
  for (const { racine, ...one } of declarations) {
    const group = groups.get(racine);
    if (group === undefined) groups.set(racine, [one]);
    else group.push(one);
  }
  return groups;
}

/** All declarations of some racines, in the order of their ids. */
export async function declarationsOf(manager: EntityManager, racines: readonly string[]): Promise<Placed[]> {
  if (racines.length === 0) return [];
  const rows = await manager.query<{ id: string; racine: string; facts: Declaration }[]>(
    'select id, racine, facts from write.declaration where racine = any($1::text[]) order by id',
    [racines],
  );
  return rows.map(({ id, racine, facts }) => ({ id, racine, declaration: facts }));
}

/** @returns those that were not held, in the order of their ids. */
async function insertDeclarations(manager: EntityManager, registre: Registre, batch: ReadBatch): Promise<Placed[]> {
  if (batch.declarations.length === 0) return [];
  const facts = batch.declarations.map(({ declaration }) => JSON.stringify(declaration));
  const rows = await manager.query<{ id: string; empreinte: Buffer }[]>(
    `insert into write.declaration (registre, racine, empreinte, body, facts)
     select $1, racine, empreinte, body, facts::json
     from unnest($2::text[], $3::bytea[], $4::text[], $5::text[]) with ordinality as t (racine, empreinte, body, facts, rang)
     order by rang
     on conflict (registre, empreinte) do nothing
     returning id, empreinte`,
    [
      registre,
      batch.declarations.map(({ declaration }) => declaration.racine),
      batch.declarations.map(({ empreinte }) => empreinte),
      batch.declarations.map(({ body }) => body),
      facts,
    ],
  );
  const rank = new Map(batch.declarations.map(({ empreinte }, at) => [empreinte.toString('base64'), at]));
  return rows.map(({ id, empreinte }) => {
    const at = rank.get(empreinte.toString('base64')) ?? -1;
    // As the archive holds it: what is folded now is what is folded when it is read again.
    const declaration = JSON.parse(facts[at] as string) as Declaration;
    return { id, racine: (batch.declarations[at] as { declaration: Declaration }).declaration.racine, declaration };
  });
}

/** @returns the reasons of those that were not held. */
async function insertRejections(manager: EntityManager, registre: Registre, batch: ReadBatch): Promise<string[]> {
  if (batch.rejections.length === 0) return [];
  const rows = await manager.query<{ reason: string }[]>(
    `insert into write.rejet_declaration (registre, empreinte, body, reason, detail)
     select $1, empreinte, body, reason, detail
     from unnest($2::bytea[], $3::text[], $4::text[], $5::text[]) as t (empreinte, body, reason, detail)
     on conflict (registre, empreinte) do nothing
     returning reason`,
    [
      registre,
      batch.rejections.map(({ empreinte }) => empreinte),
      batch.rejections.map(({ body }) => body),
      batch.rejections.map(({ reason }) => reason),
      batch.rejections.map(({ detail }) => detail),
    ],
  );
  return rows.map(({ reason }) => reason);
}

/** PostgreSQL text holds no NUL. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '');
}
