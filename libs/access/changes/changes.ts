import pg from 'pg';

/** What changed in `access.*`. `tout`: anything may have, since notifications were missed. */
export type Change = { kind: 'compte'; compteId: string } | { kind: 'coupures' } | { kind: 'tout' };

export interface AccessChangesOptions {
  /** PostgreSQL address of the API's role; not through a pooler in transaction mode, which loses LISTEN. */
  url: string;
  /** Delay before connecting again, in milliseconds. */
  retryMs?: number;
  /** Told of each loss of the connection. */
  onError?: (error: Error) => void;
}

/**
 * Listens to the notifications of the triggers on `access.*`. It only makes changes visible at once: whoever keeps
 * something in memory also bounds its age (RECHECK_MS), so that a dead or silent connection delays a change and no more.
 */
export class AccessChanges {
  private readonly listeners: ((change: Change) => void)[] = [];
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private connected = false;

  constructor(private readonly options: AccessChangesOptions) {}

  /** Whether notifications arrive now. */
  get listening(): boolean {
    return this.connected;
  }

  /** Calls `listener` at each change, and with `tout` after each connection. */
  on(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  /** Connects, and connects again whenever the connection is lost. Resolves after the first try, successful or not. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: 'access-changes',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection that listens to access changes has ended')));
    client.on('notification', ({ payload }) => this.tell(parse(payload ?? '')));
    try {
      await client.connect();
      await client.query('listen access');
    } catch (error) {
      this.lost(client, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (this.client !== client) return;
    this.connected = true;
    this.tell({ kind: 'tout' });
  }

  /** Stops for good. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    this.connected = false;
    await client?.end().catch(() => undefined);
  }

  private lost(client: pg.Client, error: Error): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.connected = false;
    void client.end().catch(() => undefined);
    if (this.closed) return;
    this.options.onError?.(error);
    this.retry = setTimeout(() => void this.start(), this.options.retryMs ?? 500);
    this.retry.unref();
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function parse(payload: string): Change {
  if (payload.startsWith('compte:')) return { kind: 'compte', compteId: payload.slice('compte:'.length) };
  return payload === 'coupures' ? { kind: 'coupures' } : { kind: 'tout' };
}
