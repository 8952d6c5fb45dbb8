import type { DataSource } from 'typeorm';

/** The last rejections are looked at, this many: their table has no index by reason and needs none. */
export const WINDOW = 10_000;
const LISTED = 50;

export interface RejectionCount {
  source: string;
  reason: string;
  n: number;
  /** RFC 3339, UTC. */
  dernier: string;
}

export interface Rejection {
  document_id: string;
  source: string;
  reason: string;
  detail: string;
  identifiant: string | null;
  rejected_at: string;
}

const AT = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const LAST = `(select * from write.rejection order by document_id desc limit ${WINDOW}) as r`;

/** Of the last `WINDOW` rejections, by source and reason. */
export function rejectionCounts(db: DataSource): Promise<RejectionCount[]> {
  return db.query(
    `select source, reason, count(*)::int as n, ${AT('max(rejected_at)')} as dernier from ${LAST}
     group by source, reason order by n desc`,
  );
}

/** The latest of them, of one source or reason where one is given. */
export function lastRejections(db: DataSource, source: string | null, reason: string | null): Promise<Rejection[]> {
  return db.query(
    `select document_id::text, source, reason, detail, identifiant, ${AT('rejected_at')} as rejected_at from ${LAST}
     where ($1::text is null or source = $1) and ($2::text is null or reason = $2)
     order by r.document_id desc limit ${LISTED}`,
    [source, reason],
  );
}

export interface RawDocument extends Omit<Rejection, 'reason' | 'detail' | 'rejected_at'> {
  /** Null where it was accepted. */
  reason: string | null;
  detail: string | null;
  format: string;
  url: string;
  collected_at: string;
  /** Gzip. */
  body: Buffer;
}

/** A document of the archive, rejected or not. @returns null when there is none. */
export async function rawDocument(db: DataSource, id: string): Promise<RawDocument | null> {
  const [row] = await db.query<RawDocument[]>(
    `select d.id::text as document_id, d.source, d.identifiant, d.format, d.url, ${AT('d.collected_at')} as collected_at,
       d.body, r.reason, r.detail
     from write.document d left join write.rejection r on r.document_id = d.id where d.id = $1::bigint`,
    [id],
  );
  return row ?? null;
}
