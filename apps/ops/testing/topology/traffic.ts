import { setTimeout as sleep } from 'node:timers/promises';
import { expectNoCanari } from '#contrats/testing/no-canari';

/** What clients were answered, to be held against the database at the end. */
export interface Traffic {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals by what was being restarted and what they said. */
  readonly refusals: Readonly<Record<string, number>>;
  /** What is being restarted, for whoever reads the figures. */
  phase: string;
  /** What no client should ever be told. */
  readonly wrong: readonly string[];
  /** Answers cut off in the middle, or connections closed without one: `Date.now()` of each. */
  readonly cuts: readonly number[];
  /** Records of notices in answers 200: what the quota must have counted at the least. */
  readonly records: number;
  /** Texts of notices by `<liste|detail> <id> <version>`. */
  readonly texts: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

const CLIENTS = 3;
const PAUSE_MS = 40;
const PAGES = ['/avis?per_page=20', '/avis?page=1&per_page=20', '/avis?q=travaux', '/avis?tri=publication'];
const OTHERS = ['/departements', '/sources', '/moi', '/sante'];

interface Notice {
  id: string;
  version: string;
}

/** Lists, searches, details and the routes beside, without a pause that a person would make. @param base ends with /api/v1 */
export function startTraffic(base: string, key: string): Traffic {
  const statuses: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  const wrong: string[] = [];
  const cuts: number[] = [];
  const texts = new Map<string, string>();
  const known: string[] = [];
  let records = 0;
  let open = true;

  function keep(kind: 'liste' | 'detail', notice: Notice): void {
    const name = `${kind} ${notice.id} ${notice.version}`;
    const text = JSON.stringify(notice);
    if ((texts.get(name) ?? text) !== text) wrong.push(`two texts of ${name}`);
    texts.set(name, text);
  }

  async function ask(path: string): Promise<unknown> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${base}${path}`, { headers: { 'X-API-Key': key } });
      text = await answer.text();
    } catch {
      cuts.push(Date.now());
      return null;
    }
    expectNoCanari(text, path);
    const { status, headers } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const body = parsed(text) as { data?: unknown; error?: { code?: unknown; message?: string } } | null;
    if (headers.get('x-request-id') === null) wrong.push(`${path}: ${status} without X-Request-Id`);
    if (status === 200) return body === null ? void wrong.push(`${path}: 200 that is no JSON`) : body;
    const said = `${traffic.phase}: ${status} ${body?.error?.message ?? ''}`;
    refusals[said] = (refusals[said] ?? 0) + 1;
    const expected = status === 429 || status === 503;
    if (!expected || typeof body?.error?.code !== 'string') wrong.push(`${path}: ${status} ${text.slice(0, 200)}`);
    return null;
  }

  async function client(nth: number): Promise<void> {
    const last = new Map<string, string>();
    for (let step = nth; open; step += 1) {
      const id = known[Math.floor(Math.random() * known.length)];
      if (step % 3 === 0 && id !== undefined) {
        const found = (await ask(`/avis/${id}`)) as { data: Notice } | null;
        if (found !== null) {
          records += 1;
          keep('detail', found.data);
          // Never remembered, and never older than what the same client was told before.
          if (found.data.version < (last.get(id) ?? '')) wrong.push(`${id} runs backwards to ${found.data.version}`);
          last.set(id, found.data.version);
        }
      } else if (step % 3 === 1) {
        const page = (await ask(PAGES[step % PAGES.length]!)) as { data: Notice[] } | null;
        for (const notice of page?.data ?? []) {
          records += 1;
          keep('liste', notice);
          if (known.length < 500) known.push(notice.id);
        }
      } else {
        await ask(OTHERS[step % OTHERS.length]!);
      }
      await sleep(PAUSE_MS);
    }
  }

  const traffic: Traffic = {
    statuses,
    refusals,
    phase: 'start',
    wrong,
    cuts,
    texts,
    get records() {
      return records;
    },
    async stop() {
      open = false;
      await ended;
    },
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, nth) => client(nth)));
  // Looked at in stop().
  ended.catch(() => undefined);
  return traffic;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
