import { type Answer, type Ask } from './answer.js';

/** Ways in which a publisher's server fails, played on demand by tests. */
export type FaultKind =
  /** Status 200 with a page of HTML. */
  | 'error_page'
  /** The right answer, cut in the middle, with a whole body's status. */
  | 'truncated'
  /** Nothing for `delayMs`, then the right answer. */
  | 'slow'
  /** Status 500. */
  | 'server_error'
  /** UTF-8 announced, Latin-1 sent. */
  | 'wrong_charset'
  /** A well-formed answer that holds nothing. */
  | 'empty'
  /** `bytes` of well-formed padding after the opening bracket. */
  | 'huge'
  /** The connection is closed without an answer. */
  | 'hang_up';

export interface Fault {
  kind: FaultKind;
  /** Requests whose path (with query) contains this text; all when absent. */
  path?: string;
  /** How many requests fail, then all is well again; always when absent. */
  times?: number;
  /** For `slow`; default 60,000. */
  delayMs?: number;
  /** For `huge`; default 128 MiB. */
  bytes?: number;
}

/** The faults in force; tests add and clear them while the server runs. */
export class Faults {
  private readonly list: (Fault & { left: number })[];

  constructor(faults: readonly Fault[] = []) {
    this.list = faults.map((fault) => ({ ...fault, left: fault.times ?? Infinity }));
  }

  add(fault: Fault): void {
    this.list.push({ ...fault, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.list.length = 0;
  }

  /** The fault that strikes a request, counted as one of its times. */
  strike(ask: Ask): Fault | null {
    const address = `${ask.path}?${ask.query.toString()}`;
    const fault = this.list.find((one) => one.left > 0 && (one.path === undefined || address.includes(one.path)));
    if (fault === undefined) return null;
    fault.left--;
    return fault;
  }
}

/** The answer as the fault leaves it; a Buffer when the bytes themselves are at fault. */
export async function spoiled(
  fault: Fault,
  answer: Answer,
): Promise<Omit<Answer, 'body'> & { body: Buffer | AsyncIterable<string | Uint8Array> }> {
  const xml = answer.type.includes('xml');
  switch (fault.kind) {
    case 'error_page':
      return {
        status: 200,
        type: 'text/html; charset=utf-8',
        body: Buffer.from('<!DOCTYPE html><html><body><h1>Service momentanément indisponible</h1></body></html>'),
      };
    case 'server_error':
      return { status: 500, type: 'text/plain; charset=utf-8', body: Buffer.from('Internal Server Error') };
    case 'truncated': {
      const whole = await wholeOf(answer);
      return { ...answer, body: Buffer.from(whole.slice(0, Math.floor(whole.length / 2)), answer.encoding) };
    }
    case 'wrong_charset':
      return { ...answer, body: Buffer.from(await wholeOf(answer), 'latin1') };
    case 'empty':
      return { ...answer, body: Buffer.from(emptied(await wholeOf(answer))) };
    case 'huge':
      return { ...answer, body: padding(fault.bytes ?? 128 * 1024 * 1024, xml) };
    case 'slow':
    case 'hang_up':
      return { ...answer, body: Buffer.from(await wholeOf(answer), answer.encoding) };
  }
}

async function wholeOf(answer: Answer): Promise<string> {
  if (typeof answer.body === 'string') return answer.body;
  let whole = '';
  for await (const part of answer.body) whole += typeof part === 'string' ? part : Buffer.from(part).toString('latin1');
  return whole;
}

/** What lists notices lists none; a notice itself is no text at all. */
function emptied(body: string): string {
  if (/<(?:rss|feed)\b/.test(body)) return body.replace(/<(item|entry)\b[^]*<\/\1>/, '');
  if (body.startsWith('[')) return '[]';
  if (body.includes('"notices"')) return JSON.stringify({ notices: [], totalNoticeCount: 0, timedOut: false });
  if (body.includes('"releases"')) return JSON.stringify({ ...(JSON.parse(body) as object), releases: [], links: {} });
  return body.includes('"total_count"') ? JSON.stringify({ total_count: 0, results: [] }) : '';
}

// eslint-disable-next-line @typescript-eslint/require-await -- an async iterable, like every streamed body
async function* padding(bytes: number, xml: boolean): AsyncGenerator<string> {
  const line = ' '.repeat(65_536);
  yield xml ? '<a>' : '[';
  for (let sent = 0; sent < bytes; sent += line.length) yield line;
  yield xml ? '</a>' : ']';
}
