import { createHttpGateway } from '#platform/http/client';
import type { CollectedBatch } from '#sources/adapter';
import { simulatedAddresses } from '#sources/addresses';
import { collectorOf } from '#sources/adapters';

/** More days than any simulated history has. */
export const SINCE = '2020-01-01';

/** What BOAMP and TED give, read over HTTP by the collectors of the worker, one source after the other. */
export async function* collected(feedsUrl: string): AsyncGenerator<CollectedBatch & { source: 'boamp' | 'ted' }> {
  const gateway = createHttpGateway({ userAgent: 'bench', timeoutMs: 60_000, maxBytes: 100_000_000, attempts: 1 });
  const signal = new AbortController().signal;
  try {
    for (const source of ['boamp', 'ted'] as const) {
      const collect = collectorOf(source, simulatedAddresses(feedsUrl)[source] ?? '', `${feedsUrl}/ted`);
      const http = gateway.client(signal, { key: source });
      for await (const batch of collect({ http, position: null, since: SINCE, now: new Date(), signal })) {
        yield { ...batch, source };
      }
    }
  } finally {
    await gateway.close();
  }
}
