import { DateTime } from 'luxon';
import { createHttpGateway } from '#platform/http/client';
import type { CollectedBatch } from '#sources/adapter';
import { simulatedAddresses } from '#sources/addresses';
import { collectorOf } from '#sources/adapters';
import type { FeedsProcess } from './setting.js';

/** What BOAMP and TED give, read over HTTP by the collectors of the worker, one source after the other. */
export async function* collected(feeds: FeedsProcess): AsyncGenerator<CollectedBatch & { source: 'boamp' | 'ted' }> {
  const gateway = createHttpGateway({ userAgent: 'bench', timeoutMs: 60_000, maxBytes: 100_000_000, attempts: 1 });
  const signal = new AbortController().signal;
  const now = new Date();
  const since = DateTime.fromJSDate(now).minus({ days: feeds.days }).toFormat('yyyy-MM-dd');
  try {
    for (const source of ['boamp', 'ted'] as const) {
      const collect = collectorOf(source, simulatedAddresses(feeds.url)[source] ?? '', `${feeds.url}/ted`);
      const http = gateway.client(signal, { key: source });
      for await (const batch of collect({ http, position: null, since, now, signal })) {
        yield { ...batch, source };
      }
    }
  } finally {
    await gateway.close();
  }
}
