import pg from 'pg';

/** How many notices the server and a copy of all of them hold, retired ones apart, and whether in the same versions. */
export async function compareCopy(
  server: string,
  copy: string,
): Promise<{ server: number; copy: number; same: boolean }> {
  const sum = 'count(*)::int as n, sum(hashtextextended(id || version, 0))::text as hash';
  const [served] = await ask(
    server,
    `select ${sum} from (select id::text, to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version
       from read.avis where statut <> 'retire') a`,
  );
  const [copied] = await ask(
    copy,
    `select ${sum} from (select id::text, version from miroir_avis where statut <> 'retire') a`,
  );
  return { server: served?.n ?? 0, copy: copied?.n ?? 0, same: served?.hash === copied?.hash };
}

async function ask(url: string, sql: string): Promise<{ n: number; hash: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ n: number; hash: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
