import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Publication } from '#sources/publication';
import { boampRecordOf } from './boamp-record.js';

/** A BOAMP export over HTTP: of each record its present state, as the gazette gives it. */
export interface BoampSource {
  url: string;
  publish(publications: readonly Publication[]): void;
  /** Records whose present state is not in the archive, byte for byte. */
  unarchived(pool: pg.Pool): Promise<number>;
  close(): Promise<void>;
}

export async function startBoampSource(): Promise<BoampSource> {
  const records = new Map<string, { day: string; text: string }>();
  const server = createServer((request, response) => {
    const day = /\d{4}-\d\d-\d\d/.exec(decodeURIComponent(request.url ?? ''))?.[0];
    const texts = [...records.values()].filter((record) => record.day === day).map(({ text }) => text);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(`[${texts.join(',')}]`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    publish(publications) {
      for (const one of publications) {
        const record = boampRecordOf(one);
        records.set(one.identifiant, { day: String(record['dateparution']), text: JSON.stringify(record) });
      }
    },
    async unarchived(pool) {
      const { rows } = await pool.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from write.document where source = 'boamp'`,
      );
      const kept = new Set(rows.map((row) => row.hash));
      const hashes = [...records.values()].map(({ text }) => createHash('sha256').update(text).digest('hex'));
      return hashes.filter((hash) => !kept.has(hash)).length;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
