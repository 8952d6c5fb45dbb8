import { SOURCES, type Source, type SourceCode } from './registry.js';

/** Where each source is read; null where nobody gave an address: such a source is not collected. */
export type Addresses = Readonly<Record<SourceCode, string | null>>;

/**
 * The publishers whose interface is documented and open. The others are read only where the operator says so: a portal
 * without a published contract and a publisher without a convention gave nobody leave (docs/decisions/0015).
 */
const LIVE: Readonly<Partial<Record<SourceCode, string>>> = {
  boamp: 'https://boamp-datadila.opendatasoft.com',
  ted: 'https://api.ted.europa.eu',
};

/** Addresses of the real publishers. */
export function liveAddresses(): Addresses {
  return addresses((source) => LIVE[source.code as SourceCode] ?? null);
}

/** Addresses in the simulated feeds (apps/feeds). @param feedsUrl without trailing slash. */
export function simulatedAddresses(feedsUrl: string): Addresses {
  return addresses(({ code, adapter }) => {
    switch (adapter) {
      case 'boamp':
      case 'atexo':
        return `${feedsUrl}/${code}`;
      case 'eforms':
        return `${feedsUrl}/${code}-api`;
      case 'rss':
        return `${feedsUrl}/${code}/rss.xml`;
      case 'ocds':
        return `${feedsUrl}/${code}/releases.json`;
    }
  });
}

function addresses(of: (source: Source) => string | null): Addresses {
  return Object.fromEntries(SOURCES.map((source) => [source.code, of(source)])) as Record<SourceCode, string | null>;
}
