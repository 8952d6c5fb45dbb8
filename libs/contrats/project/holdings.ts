import type { Partenaire } from '#contract/contrats';

/** Counts and sums over the contracts of one contractor or one buyer, on one day. Amounts in cents. */
export interface Totals {
  nombre: number;
  /** Null when no amount is known, as the two below. */
  total: number | null;
  mediane: number | null;
  /** Notified in the last 12 months: how many, and their amounts. */
  nombre_12m: number;
  total_12m: number | null;
  /** Notified in the 12 months before. */
  total_precedent: number | null;
  /** `YYYY-MM-DD`. */
  premiere: string | null;
  derniere: string | null;
  /** The next day on which time alone changes these totals or the contracts about to end. */
  change_le: string | null;
}

/** How many contracts share one value (a CPV code, a department, a partner…). */
export interface Facet {
  valeur: string;
  nombre: number;
  /** Cents; null when no amount is known. */
  total: number | null;
  /** Latest notification, `YYYY-MM-DD`. */
  derniere: string | null;
}

export const NO_CONTRACT: Totals = {
  nombre: 0,
  total: null,
  mediane: null,
  nombre_12m: 0,
  total_12m: null,
  total_precedent: null,
  premiere: null,
  derniere: null,
  change_le: null,
};

/** Euros with two decimals, from cents that may have a half. */
export function euros(cents: number | null): number | null {
  return cents === null ? null : Math.round(cents) / 100;
}

/** The value of most contracts; of equal ones the smallest. */
export function mostFrequent(facets: readonly Facet[]): string | null {
  return byFrequency(facets)[0]?.valeur ?? null;
}

export function byFrequency(facets: readonly Facet[]): Facet[] {
  return [...facets].sort((a, b) => b.nombre - a.nombre || compareText(a.valeur, b.valeur));
}

/** The value of most contracts, of equal ones that of the latest, then the smallest. */
export function byActivity(facets: readonly Facet[]): Facet[] {
  return [...facets].sort(
    (a, b) => b.nombre - a.nombre || compareText(b.derniere ?? '', a.derniere ?? '') || compareText(a.valeur, b.valeur),
  );
}

/** Partners of most contracts, of equal ones of the largest total, then the smallest number. */
export function principaux(facets: readonly Facet[], most: number): Facet[] {
  return [...facets]
    .sort((a, b) => b.nombre - a.nombre || (b.total ?? -1) - (a.total ?? -1) || compareText(a.valeur, b.valeur))
    .slice(0, most);
}

export function partenaireOf(facet: Facet, siret: string | null, nom: string | null): Partenaire {
  return { siret, nom, nombre_contrats: facet.nombre, montant_total: euros(facet.total) };
}

/**
 * Change of the amount won over 12 months against the 12 before, in per cent with one decimal. Null when nothing was won
 * before, or when contracts were won of which no amount is known.
 */
export function croissance({ nombre_12m, total_12m, total_precedent }: Totals): number | null {
  const now = montant12m({ nombre_12m, total_12m });
  if (now === null || total_precedent === null || total_precedent <= 0) return null;
  return Math.round(((now - total_precedent) * 1000) / total_precedent) / 10;
}

/** Cents won in the last 12 months: none when nothing was, null when no amount is known. */
export function montant12m({ nombre_12m, total_12m }: Pick<Totals, 'nombre_12m' | 'total_12m'>): number | null {
  return nombre_12m === 0 ? 0 : total_12m;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
