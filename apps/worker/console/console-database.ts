import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '#access/entities/entities';
import { Memory } from '#access/memory/memory';
import { createDataSource } from '#platform/database/data-source';
import { QUEUE_ADDRESS } from '../tokens.js';
import type { QueueAddress } from '#platform/queue/backend';

const POOL_SIZE = 3;
/** Beyond, a page says so: whoever looks must not slow whoever works. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** However many look, and however often, the database is asked once in this time for what costs more than a few rows. */
const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 100;

/** The console's own way to the database: few connections, bounded statements, opened when first asked. */
@Injectable()
export class ConsoleDatabase implements OnApplicationShutdown {
  readonly #db: DataSource;
  readonly #remembered = new Memory<unknown>({ ageMs: REMEMBERED_MS, maxSize: MOST_REMEMBERED, sizeOf: () => 1 });
  #opening: Promise<DataSource> | null = null;

  constructor(@Inject(QUEUE_ADDRESS) { databaseUrl }: QueueAddress) {
    this.#db = createDataSource({
      url: databaseUrl,
      entities: ACCESS_ENTITIES,
      poolSize: POOL_SIZE,
      applicationName: 'marches-console',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  }

  async open(): Promise<DataSource> {
    this.#opening ??= this.#db.initialize().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** What a query that costs more than a few rows said within the last half minute. @param key names the query. */
  async remembered<T>(key: string, query: (db: DataSource) => Promise<T>): Promise<T> {
    return (await this.#remembered.get(key, async () => query(await this.open()))) as T;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#opening === null) return;
    const db = await this.#opening.catch(() => null);
    await db?.destroy();
  }
}
