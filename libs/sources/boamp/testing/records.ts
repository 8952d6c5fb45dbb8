import type { Normalised, Publication } from '../../publication.js';
import { normaliseBoamp } from '../normalise.js';

/** The document of a record: embedded texts as the dataset gives them. */
export function documentOf(flat: Record<string, unknown>, donnees: unknown, gestion: unknown = {}): Buffer {
  return Buffer.from(JSON.stringify({ ...flat, gestion: JSON.stringify(gestion), donnees: JSON.stringify(donnees) }));
}

export function normalised(body: Buffer | string): Normalised {
  return normaliseBoamp({ source: 'boamp', identifiant: '26-1', format: 'boamp-json', body: Buffer.from(body) });
}

/** The publication of a record that must be accepted. */
export function published(flat: Record<string, unknown>, donnees: unknown, gestion: unknown = {}): Publication {
  const result = normalised(documentOf({ idweb: '26-1', dateparution: '2026-10-01', ...flat }, donnees, gestion));
  if (!result.ok) throw new Error(`rejected: ${result.rejection.reason} ${result.rejection.detail}`);
  return result.publication;
}

/** A minimal national tender. */
export function tender(initial: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    FNSimple: { organisme: { nomOfficiel: 'Commune' }, initial: { natureMarche: { intitule: 'Travaux' }, ...initial } },
  };
}
