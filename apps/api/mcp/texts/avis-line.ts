import type { AvisListItem, AvisRetire } from '#contract/avis';
import { euros, joined, parisTime, short } from './words.js';

export type AvisListe = AvisListItem | AvisRetire;

/** A notice on one line: what a reader needs to choose, and its identifier. */
export function avisLine(avis: AvisListe): string {
  if (isRetire(avis)) {
    return joined(
      `avis retiré (${avis.motif_retrait})`,
      avis.canonique_id !== null && `voir ${avis.canonique_id}`,
      `id ${avis.id}`,
    );
  }
  const { acheteur, date_limite, budget, cpv, statut, source, lien_source, id, titre } = avis;
  return joined(
    short(titre) ?? 'sans titre',
    acheteurWords(acheteur),
    date_limite === null ? 'sans date limite' : `limite ${parisTime(date_limite) ?? ''} (Paris)`,
    statut === 'clos' && 'clos',
    euros(budget),
    cpv !== null && `CPV ${cpv}`,
    `source ${source}`,
    lien_source,
    `id ${id}`,
  );
}

/** `Ville d’Amiens (80)`. */
export function acheteurWords({ nom, departement }: { nom: string | null; departement: string | null }): string | null {
  const name = short(nom, 80);
  if (departement === null) return name;
  return `${name ?? 'acheteur non nommé'} (${departement})`;
}

/** The notices that are served, which alone have a mention. */
export function servedOf(items: readonly AvisListe[]): AvisListItem[] {
  return items.filter((item): item is AvisListItem => !isRetire(item));
}

export function isRetire(avis: AvisListItem | AvisRetire): avis is AvisRetire {
  return 'motif_retrait' in avis;
}
