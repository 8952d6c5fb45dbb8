import type { DataSource } from 'typeorm';
import type { Witnessed } from '#avis/write/restauration/witness';

const PAGE = 10_000;

/** Every notice stamped after an instant, as it is served now, by version. */
export async function* witnessPages(db: DataSource, depuis: Date): AsyncGenerator<Witnessed[]> {
  let after = depuis.toISOString();
  for (;;) {
    const page = await db.query<Witnessed[]>(
      `select id, to_char(a.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, source
       from read.avis a where a.version > $1::timestamptz order by a.version limit $2`,
      [after, PAGE],
    );
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.version;
  }
}
