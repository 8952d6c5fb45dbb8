import { type HttpAnswer, type HttpClient, HttpFault } from '#sources/adapter';
import { type Answer } from '../../http/answer.js';
import { type Item } from '../../listing/item.js';
import { atexoRoute } from '../routes.js';

export const BASE = 'http://feeds.test/place';

/** One request as the portal sees it. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  form: URLSearchParams;
}

/** A portal in memory. */
export interface Portal {
  http: HttpClient;
  /** What it shows as open, newest first; tests change it while it is walked. */
  items: Item[];
  asked: Asked[];
  /** Called before each answer; what it gives, or throws, takes its place. */
  before: (asked: Asked, nth: number) => HttpAnswer | undefined;
}

export function portalOf(items: Item[]): Portal {
  const portal: Portal = {
    items: [...items],
    asked: [],
    before: () => undefined,
    http: {
      get: (url, options) => answered('GET', url, '', options?.cookie),
      post: () => Promise.reject(new Error('not used')),
      postForm: (url, fields, options) =>
        answered('POST', url, new URLSearchParams(fields).toString(), options?.cookie),
    },
  };
  return portal;

  // eslint-disable-next-line @typescript-eslint/require-await -- a fault is a rejection, as of a real client
  async function answered(method: 'GET' | 'POST', address: string, body: string, cookie?: string): Promise<HttpAnswer> {
    const url = new URL(address);
    const path = url.pathname.replace(/^\/place/, '') || '/';
    const asked = { method, path, form: new URLSearchParams(body) };
    portal.asked.push(asked);
    const instead = portal.before(asked, portal.asked.length);
    if (instead !== undefined) return instead;
    const ask = { method, path, query: url.searchParams, body, origin: 'http://feeds.test', headers: { cookie } };
    return sent(atexoRoute({ listings: listings(), now: () => 0 }, ask, 'place'), address);
  }

  function listings() {
    return {
      changed: () => portal.items,
      open: (_source: unknown, _now: number, offset = 0) => portal.items.slice(offset),
      countOpen: () => portal.items.length,
    };
  }
}

/** As the client gives it: a status that is no success is a fault. */
function sent(answer: Answer | null, url: string): HttpAnswer {
  if (answer === null || answer.status !== 200) {
    throw new HttpFault('status', `${url} answered ${answer?.status ?? 404}`, answer?.status ?? 404);
  }
  const [type = '', charset] = answer.type.split('; charset=');
  const cookies = (answer.headers?.['set-cookie'] ?? '').split(';').slice(0, 1);
  return { status: 200, type, ...(charset ? { charset } : {}), body: Buffer.from(answer.body as string), cookies };
}
