import type { Collect, DocumentFormat, Normalise } from './adapter.js';
import { collectAtexo } from './atexo/collect.js';
import { normaliseAtexoItem } from './atexo/normalise-item.js';
import { normaliseAtexoRow } from './atexo/normalise-row.js';
import { collectBoamp } from './boamp/collect.js';
import { normaliseBoamp } from './boamp/normalise.js';
import { collectOcds } from './ocds/collect.js';
import { normaliseOcdsRelease } from './ocds/normalise.js';
import { type AdapterName, type SourceCode, SOURCES } from './registry.js';
import { collectRss } from './rss/collect.js';
import { normaliseRssItem } from './rss/normalise.js';
import { collectTed } from './ted/collect.js';
import { normaliseTed } from './ted/normalise.js';
import { normaliseTedExport } from './ted-export/normalise.js';

/**
 * The way of asking one source for what is new.
 * @param adresse where it is read. @param tedSiteUrl TED's second address: its site gives the XML of a notice.
 */
export function collectorOf(source: SourceCode, adresse: string, tedSiteUrl: string): Collect {
  switch (ADAPTER_OF[source]) {
    case 'boamp':
      return collectBoamp(adresse);
    case 'eforms':
      return collectTed({ api: adresse, site: tedSiteUrl });
    case 'atexo':
      return collectAtexo(source, adresse);
    case 'rss':
      return collectRss(source, adresse);
    case 'ocds':
      return collectOcds(source, adresse);
  }
}

const ADAPTER_OF = Object.fromEntries(SOURCES.map(({ code, adapter }) => [code, adapter])) as Readonly<
  Record<SourceCode, AdapterName>
>;

/** Exactly one for each format that the archive can hold. */
const NORMALISERS: Readonly<Record<DocumentFormat, Normalise>> = {
  'boamp-json': normaliseBoamp,
  'eforms-xml': normaliseTed,
  'ted-export-xml': normaliseTedExport,
  'atexo-row': normaliseAtexoRow,
  'atexo-item': normaliseAtexoItem,
  'rss-item': normaliseRssItem,
  'ocds-release': normaliseOcdsRelease,
};

export function normaliserOf(format: DocumentFormat): Normalise {
  return NORMALISERS[format];
}
