import type pg from 'pg';
import type { Traffic } from './traffic.js';
import type { TruthRow } from '../../../feeds/truth.js';

/** Notices of answers whose text is not what the database holds of that very version. */
export async function wrongTexts(pool: pg.Pool, { texts }: Traffic): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; version: string; liste: string; detail: string }>(
    `select id, detail::jsonb ->> 'version' as version, liste, detail from read.avis`,
  );
  return rows.flatMap(({ id, version, ...served }) =>
    (['liste', 'detail'] as const)
      .map((kind) => [`${kind} ${id} ${version}`, served[kind]] as const)
      .filter(([name, text]) => !same(texts.get(name), text))
      .map(([name]) => name),
  );
}

function same(answered: string | undefined, served: string): boolean {
  return answered === undefined || answered === JSON.stringify(JSON.parse(served));
}

/** Publications that their sources show and the archive does not hold. */
export async function unarchived(pool: pg.Pool, published: Iterable<TruthRow>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    // A release of OCDS is archived under its own name and read as a publication of its procedure.
    `select source || ' ' || identifiant as name from write.document
     union select source || ' ' || identifiant from write.publication`,
  );
  const kept = new Set(rows.map(({ name }) => name));
  return [...published]
    .filter(({ shown }) => shown)
    .map(({ source, identifiant }) => `${source} ${identifiant}`)
    .filter((name) => !kept.has(name));
}

/** What was done twice: a document archived again though nothing changed, a version stamped though nothing changed. */
export async function doubled(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'document ' || source || ' ' || identifiant as what from (
       select source, identifiant, hash,
         lag(hash) over (partition by source, identifiant order by id) as before from write.document) d
     where hash = before
     union all
     select 'version ' || avis_id || ' ' || version from write.historique where champs = '{}'`,
  );
  return rows.map(({ what }) => what);
}
