import type { IdentityKeys, Publication } from '#sources/publication';
import { changeContent, completeContent, replaceContent } from './content.js';
import type { AvisFacts, Cloture } from './facts.js';
import { comparePublications } from './order.js';
import { type ChainLink, graphOf } from './graph.js';
import { concernsAttribution } from './roots.js';

/**
 * Makes one notice of all the publications that share a root (`rootsOf`), in any order.
 *
 * The initial publication is the notice; corrections are laid over it by day, then identifier: a list of changes field
 * by field, a whole notice republished (EU corrections) in place of the content. Without the initial one the earliest
 * whole publication stands in for it; changes alone wait. A cancellation adds no content. A cancellation or an award
 * closes when its publication says so (`closes`), whatever lots it names: one may list them all. Corrections of an award say nothing here.
 * @returns null when nothing can be served yet.
 */
export function foldAvis(racine: string, publications: readonly Publication[]): AvisFacts | null {
  const graph = graphOf(publications[0]?.source ?? '', publications);
  const ours = publications.filter((one) => !concernsAttribution(one.identifiant, graph)).sort(comparePublications);
  const base = baseOf(ours);
  if (base === undefined) return null;

  let content = completeContent(base.content);
  for (const one of ours) {
    if (one === base || one.kind !== 'correction') continue;
    content = one.whole ? replaceContent(content, one.content) : changeContent(content, one.content);
  }
  const cancellations = ours.filter((one) => one.kind === 'cancellation');
  const closing = ours.find((one) => (one.kind === 'cancellation' || one.kind === 'attribution') && one.closes);
  return {
    source: base.source,
    racine,
    content,
    date_publication: base.date_publication,
    derniere_publication: latest(ours.filter((one) => one.kind !== 'attribution' || one.closes)),
    cloture: closing === undefined ? null : clotureOf(closing),
    lots_annules: cancellations.filter((one) => !one.closes).map(clotureOf),
    keys: mergeKeys(ours.map((one) => one.keys)),
  };
}

/** Whether all the publications of one root make a notice that can be served: the rule of `foldAvis`, without content. */
export function canServe(source: string, links: readonly (ChainLink & { whole: boolean })[]): boolean {
  const graph = graphOf(source, links);
  return links.some((one) => standsAlone(one) && !concernsAttribution(one.identifiant, graph));
}

function baseOf(sorted: readonly Publication[]): Publication | undefined {
  return sorted.find((one) => one.kind === 'initial') ?? sorted.find(standsAlone);
}

function standsAlone(one: Pick<Publication, 'kind' | 'whole'>): boolean {
  return one.kind === 'initial' || (one.whole && one.kind !== 'attribution');
}

function clotureOf(one: Publication): Cloture {
  return {
    identifiant: one.identifiant,
    kind: one.kind === 'attribution' ? 'attribution' : 'cancellation',
    lots: one.lots_concernes,
    motif: one.motif,
    date_publication: one.date_publication,
  };
}

function latest(publications: readonly Publication[]): string | null {
  return publications.reduce<string | null>(
    (last, { date_publication: day }) => (day !== null && (last === null || day > last) ? day : last),
    null,
  );
}

function mergeKeys(keys: readonly IdentityKeys[]): IdentityKeys {
  const merge = (list: (key: IdentityKeys) => string[]): string[] => [...new Set(keys.flatMap(list))].sort();
  const first = (value: (key: IdentityKeys) => string | null): string | null =>
    keys.map(value).find((found) => found !== null) ?? null;
  return {
    procedure_uuid: first((key) => key.procedure_uuid),
    joue: merge((key) => key.joue),
    boamp: merge((key) => key.boamp),
    consultations: merge((key) => key.consultations),
    reference_acheteur: first((key) => key.reference_acheteur),
  };
}
