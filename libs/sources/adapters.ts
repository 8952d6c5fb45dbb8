import type { Collect, DocumentFormat, Normalise } from './adapter.js';
import { normaliseAtexoItem } from './atexo/normalise-item.js';
import { normaliseAtexoRow } from './atexo/normalise-row.js';
import { collectBoamp } from './boamp/collect.js';
import { normaliseBoamp } from './boamp/normalise.js';
import { normaliseOcdsRelease } from './ocds/normalise.js';
import type { SourceCode } from './registry.js';
import { normaliseRssItem } from './rss/normalise.js';
import { collectTed } from './ted/collect.js';
import { normaliseTed } from './ted/normalise.js';
import { normaliseTedExport } from './ted-export/normalise.js';

/** Where the sources that are collected are read. */
export interface SourceAddresses {
  boampUrl: string;
  tedApiUrl: string;
  tedSiteUrl: string;
}

/** The sources that this instance collects, each with its way of asking for what is new. */
export type Collectors = ReadonlyMap<SourceCode, Collect>;

export function collectorsOf(addresses: SourceAddresses): Collectors {
  return new Map<SourceCode, Collect>([
    ['boamp', collectBoamp(addresses.boampUrl)],
    ['ted', collectTed({ api: addresses.tedApiUrl, site: addresses.tedSiteUrl })],
  ]);
}

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
