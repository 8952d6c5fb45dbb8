import type { AvisContent, Lot } from '#contract/avis';

const EMPTY: AvisContent = {
  titre: null,
  description: null,
  budget: null,
  cpv: null,
  date_limite: null,
  type_marche: null,
  procedure: null,
  acheteur: { nom: null, siret: null, departement: null },
  lien_source: null,
  nb_lots: null,
  lots: [],
  criteres: null,
  duree_mois: null,
  lieu_execution: null,
  date_debut_prestation: null,
  forme_prix: null,
  url_profil_acheteur: null,
  renseignements_complementaires: null,
  capacites: { economique: null, technique: null, exercice: null },
};

/** A whole content: what a publication does not say is null. */
export function completeContent(content: Partial<AvisContent>): AvisContent {
  return {
    ...EMPTY,
    ...content,
    acheteur: { ...EMPTY.acheteur, ...content.acheteur },
    capacites: { ...EMPTY.capacites, ...content.capacites },
    lots: content.lots ?? [],
  };
}

/**
 * Lays a whole notice republished over the one before: it replaces all of it, except the link, which stays that of the
 * original (contract: `lien_source` is the link to the original notice).
 */
export function replaceContent(base: AvisContent, whole: Partial<AvisContent>): AvisContent {
  return { ...completeContent(whole), lien_source: base.lien_source ?? whole.lien_source ?? null };
}

/** Lays a list of changes over a notice. A null is not a change: a value that a correction could not tell stays. */
export function changeContent(base: AvisContent, changes: Partial<AvisContent>): AvisContent {
  const { acheteur, capacites, lots, lien_source: _own, ...plain } = changes;
  return {
    ...base,
    ...known(plain),
    acheteur: { ...base.acheteur, ...known(acheteur ?? {}) },
    capacites: { ...base.capacites, ...known(capacites ?? {}) },
    lots: changeLots(base.lots, lots ?? []),
  };
}

function changeLots(base: readonly Lot[], changes: readonly Lot[]): Lot[] {
  const lots = new Map(base.map((lot) => [lot.numero, lot]));
  for (const change of changes) {
    const before = lots.get(change.numero);
    lots.set(change.numero, before === undefined ? change : { ...before, ...known(change) });
  }
  return [...lots.values()];
}

function known<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}
