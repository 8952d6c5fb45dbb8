import type { AvisContent, Lot } from '#contract/avis';
import type { Publication } from '#sources/publication';
import { createCollector, refused } from '#sources/values/cleaned';

/**
 * Longest values that are served, in characters. Of 413 real notices the longest title has 305, the longest text 6,168,
 * all criteria together 12,649, and the longest list of lots 176: what is longer by far is a fault of the source or an
 * attack on those who read us.
 */
const LINE_MAX = 5000;
const TEXT_MAX = 200_000;
const NUMERO_MAX = 200;
const LOTS_MAX = 10_000;
/** Of the JSON of a structured value. */
const JSON_MAX = 2_000_000;

/** The publication with null for every text out of all proportion, whose beginning is kept among its anomalies. */
export function withBoundedTexts(publication: Publication): Publication {
  const { content, keys } = publication;
  const collector = createCollector();
  const within = <T>(champ: string, value: T, longest: number): T | null =>
    value === null || lengthOf(value) <= longest ? value : collector.keep(champ, refused<T>('texte_absurde', value));
  const bounded: Publication = {
    ...publication,
    motif: within('motif', publication.motif, TEXT_MAX),
    keys: { ...keys, reference_acheteur: within('reference_acheteur', keys.reference_acheteur, LINE_MAX) },
    content: { ...content, ...boundedContent(content, within) },
  };
  const { anomalies } = collector;
  return anomalies.length === 0 ? publication : { ...bounded, anomalies: [...publication.anomalies, ...anomalies] };
}

type Within = <T>(champ: string, value: T, longest: number) => T | null;

function boundedContent(content: Partial<AvisContent>, within: Within): Partial<AvisContent> {
  const { acheteur, capacites, lots } = content;
  const bounded: Partial<AvisContent> = {};
  for (const champ of ['titre', 'procedure'] as const) {
    const value = content[champ];
    if (value !== undefined) bounded[champ] = within(champ, value, LINE_MAX);
  }
  for (const champ of ['description', 'renseignements_complementaires'] as const) {
    const value = content[champ];
    if (value !== undefined) bounded[champ] = within(champ, value, TEXT_MAX);
  }
  if (content.criteres !== undefined) bounded.criteres = within('criteres', content.criteres, JSON_MAX);
  if (acheteur !== undefined) bounded.acheteur = { ...acheteur, nom: within('acheteur.nom', acheteur.nom, LINE_MAX) };
  if (capacites !== undefined) {
    bounded.capacites = {
      economique: within('capacites.economique', capacites.economique, TEXT_MAX),
      technique: within('capacites.technique', capacites.technique, TEXT_MAX),
      exercice: within('capacites.exercice', capacites.exercice, TEXT_MAX),
    };
  }
  if (lots !== undefined) bounded.lots = boundedLots(lots, within);
  return bounded;
}

/** A lot without a usable number cannot be told from the others; lots out of all proportion are none. */
function boundedLots(lots: readonly Lot[], within: Within): Lot[] {
  if (lots.length > LOTS_MAX) return within<Lot[]>('lots', lots.slice(0, LOTS_MAX), 0) ?? [];
  const served = lots.flatMap((lot) => {
    const numero = within('lots.numero', lot.numero, NUMERO_MAX);
    return numero === null ? [] : [{ ...lot, description: within('lots.description', lot.description, TEXT_MAX) }];
  });
  return within('lots', served, JSON_MAX) ?? [];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
