/* eslint-disable @typescript-eslint/no-explicit-any -- answers are asserted field by field */
import { type Feeds } from '../server.js';

export const DATASET = '/boamp/api/explore/v2.1/catalog/datasets/boamp';

export interface Told {
  status: number;
  type: string;
  text: string;
  /** Shapes are what the tests assert. */
  json(): any;
}

export async function get(feeds: Feeds, path: string, query: Record<string, string> = {}): Promise<Told> {
  return told(await fetch(`${feeds.url}${path}?${new URLSearchParams(query).toString()}`));
}

export async function searchTed(feeds: Feeds, body: object): Promise<Told> {
  const asked = { fields: ['publication-number'], limit: 250, paginationMode: 'ITERATION', ...body };
  return told(await fetch(`${feeds.url}/ted-api/v3/notices/search`, { method: 'POST', body: JSON.stringify(asked) }));
}

async function told(response: Response): Promise<Told> {
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    json: () => JSON.parse(text) as unknown,
  };
}
