import type { Normalised, Publication } from '../../publication.js';
import type { SourceCode } from '../../registry.js';
import { normaliseRssItem } from '../normalise.js';

export function normalised(source: SourceCode, xml: string | Buffer): Normalised {
  return normaliseRssItem({ source, identifiant: 'listed', format: 'rss-item', body: Buffer.from(xml) });
}

/** The publication of an item that must give one. */
export function publication(source: SourceCode, xml: string): Publication {
  const outcome = normalised(source, xml);
  if (!outcome.ok) throw new Error(`${outcome.rejection.reason}: ${outcome.rejection.detail}`);
  return outcome.publication;
}
