import { type CollectedBatch, type HttpAnswer, type HttpClient, HttpFault, type Position } from '../../adapter.js';
import { collectOcds } from '../collect.js';

export const ADDRESS = 'https://publisher.test/releases.json';
export const NOW = new Date('2026-10-20T12:00:00Z');

/** What a publisher's server holds at an address: a package, a raw body, or a status. */
export type Page = object | string | number;

export interface Publisher {
  http: HttpClient;
  /** Addresses asked for, path and query. */
  asked: string[];
  pages: Record<string, Page>;
}

/** @param pages by path and query of their address, `/releases.json?page=2`. */
export function publisher(pages: Record<string, Page>, type = 'application/json'): Publisher {
  const asked: string[] = [];
  const get = (url: string): Promise<HttpAnswer> => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    const page = pages[pathname + search];
    if (page === undefined || typeof page === 'number') {
      return Promise.reject(new HttpFault('status', `status ${page ?? 404}`, page ?? 404));
    }
    return Promise.resolve({
      status: 200,
      type,
      body: Buffer.from(typeof page === 'string' ? page : JSON.stringify(page)),
    });
  };
  return { http: { get } as Partial<HttpClient> as HttpClient, asked, pages };
}

/** A release that is only its name and its date. */
export function release(ocid: string, date: string, id = '1'): object {
  return { ocid, id, date, tag: ['tender'] };
}

export function page(releases: unknown[], next?: string): object {
  return {
    uri: ADDRESS,
    version: '1.1',
    publisher: { name: 'Éditeur' },
    releases,
    ...(next === undefined ? {} : { links: { next } }),
  };
}

export interface Run {
  batches: CollectedBatch[];
  /** Identifiers of the documents, in the order of the walk. */
  identifiants: string[];
  faults: string[];
  position: Position;
  /** Why the run failed; null when it did not. */
  error: Error | null;
}

/** One run, to its end or to its `batches`-th batch, as a kill would cut it. */
export async function run({ http }: Publisher, position: Position | null = null, batches = Infinity): Promise<Run> {
  const told: Run = { batches: [], identifiants: [], faults: [], position: position ?? {}, error: null };
  const signal = new AbortController().signal;
  try {
    for await (const batch of collectOcds(
      'klekoon',
      ADDRESS,
    )({ http, position, since: '2026-10-01', now: NOW, signal })) {
      told.batches.push(batch);
      told.identifiants.push(...batch.documents.map(({ identifiant }) => identifiant));
      told.faults.push(...batch.faults.map(({ reason }) => reason));
      // As the database stores it.
      told.position = JSON.parse(JSON.stringify(batch.position)) as Position;
      if (told.batches.length >= batches) break;
    }
  } catch (error) {
    told.error = error as Error;
  }
  return told;
}
