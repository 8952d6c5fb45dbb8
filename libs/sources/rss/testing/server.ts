import { type CollectedBatch, type HttpAnswer, type HttpOptions, type Position } from '../../adapter.js';
import { collectRss } from '../collect.js';

export const ADDRESS = 'https://feeds.test/aws/rss.xml';
export const NOW = new Date('2026-11-21T10:00:00Z');

export interface Served {
  body: string | Buffer;
  type?: string;
  charset?: string;
  etag?: string;
}

export interface Run {
  batches: CollectedBatch[];
  /** Addresses asked for, in order, with the validators sent. */
  asked: { url: string; ifNoneMatch: string | undefined }[];
  identifiants: string[];
  faults: string[];
  position: Position;
}

/** One run against pages held in memory. */
export async function run(
  pages: Readonly<Record<string, Served>>,
  position: Position | null = null,
  { since = '2026-01-01', stopAfter = Infinity } = {},
): Promise<Run> {
  const asked: Run['asked'] = [];
  const batches: CollectedBatch[] = [];
  const http = {
    get: (url: string, options: HttpOptions = {}): Promise<HttpAnswer> => {
      asked.push({ url, ifNoneMatch: options.ifNoneMatch });
      const served = pages[url];
      if (served === undefined) return Promise.reject(new Error(`no page ${url}`));
      const { body, type = 'application/rss+xml', charset, etag } = served;
      const told = { type, ...(charset === undefined ? {} : { charset }), ...(etag === undefined ? {} : { etag }) };
      if (etag !== undefined && options.ifNoneMatch === etag) {
        return Promise.resolve({ status: 304, ...told, body: Buffer.alloc(0) });
      }
      return Promise.resolve({ status: 200, ...told, body: Buffer.from(body) });
    },
    post: () => Promise.reject(new Error('not asked')),
    postForm: () => Promise.reject(new Error('not asked')),
  };
  const { signal } = new AbortController();
  for await (const batch of collectRss('aws', ADDRESS)({ http, position, since, now: NOW, signal })) {
    batches.push(batch);
    if (batches.length >= stopAfter) break;
  }
  return {
    batches,
    asked,
    identifiants: batches.flatMap(({ documents }) => documents.map(({ identifiant }) => identifiant)),
    faults: batches.flatMap(({ faults }) => faults.map(({ reason }) => reason)),
    // As JSON keeps it in the database.
    position: JSON.parse(JSON.stringify(batches.at(-1)?.position ?? {})) as Position,
  };
}
