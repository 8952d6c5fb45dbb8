import type { Collect, DocumentFormat, Normalise } from './adapter.js';
import { normaliseAtexoItem } from './atexo/normalise-item.js';
import { normaliseAtexoRow } from './atexo/normalise-row.js';
import { collectBoamp } from './boamp/collect.js';
import { normaliseBoamp } from './boamp/normalise.js';
import { normaliseOcdsRelease } from './ocds/normalise.js';
import { type SourceCode, sourceOf } from './registry.js';
import { normaliseRssItem } from './rss/normalise.js';
import { collectTed } from './ted/collect.js';
import { normaliseTed } from './ted/normalise.js';
import { normaliseTedExport } from './ted-export/normalise.js';

/**
 * The way of asking one source for what is new.
 * @param adresse where it is read. @param tedSiteUrl TED's second address: its site gives the XML of a notice.
 * @returns null for a source whose adapter this version does not have.
 */
export function collectorOf(source: SourceCode, adresse: string, tedSiteUrl: string): Collect | null {
  switch (sourceOf(source)?.adapter) {
    case 'boamp':
      return collectBoamp(adresse);
    case 'eforms':
      return collectTed({ api: adresse, site: tedSiteUrl });
    default:
      return null;
  }
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
