import { isSiret } from '#sources/values/siret';
import { isShared } from './shared-siret.js';

/** How often a SIRET was published under a name, in a department. */
export interface Mention {
  nom: string | null;
  /** `nameKey(nom)`. */
  cle: string | null;
  departement: string | null;
  nombre: number;
}

/** A name as it was published, and how often. */
export interface NomVu {
  nom: string;
  cle: string | null;
  nombre: number;
}

/** One buyer of the register: an establishment, by its SIRET. */
export interface Acheteur {
  siret: string;
  /** The most published first. */
  noms: NomVu[];
  /** The department most published; null when none was. */
  departement: string | null;
  /** How often each was published. */
  departements: Record<string, number>;
  /** Buyers that have nothing in common publish under it: it tells none of them (see `isShared`). */
  partage: boolean;
}

/** Names that `isShared` looks at, the most published: its cost must not grow with those of the State's platform. */
const NAMES_JUDGED = 200;

/**
 * Folds what was published of one SIRET into its record; the order of mentions does not matter.
 * @returns null when it is no valid SIRET.
 */
export function foldAcheteur(siret: string, mentions: readonly Mention[]): Acheteur | null {
  if (!isSiret(siret)) return null;
  const noms = nomsOf(mentions);
  const telling = noms.filter(({ cle }) => cle !== null);
  const departements = counted(mentions.map(({ departement, nombre }) => [departement, nombre]));
  return {
    siret,
    noms,
    departement: departements[0]?.[0] ?? null,
    departements: Object.fromEntries(departements),
    partage: isShared(telling.slice(0, NAMES_JUDGED).map(({ nom }) => nom)),
  };
}

function nomsOf(mentions: readonly Mention[]): NomVu[] {
  const cles = new Map(mentions.map(({ nom, cle }) => [nom, cle]));
  return counted(mentions.map(({ nom, nombre }) => [nom, nombre])).map(([nom, nombre]) => ({
    nom,
    cle: cles.get(nom) ?? null,
    nombre,
  }));
}

/** Sums by text, the largest first, then in the order of their characters. */
function counted(pairs: readonly (readonly [string | null, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [text, nombre] of pairs) if (text !== null) sums.set(text, (sums.get(text) ?? 0) + nombre);
  return [...sums].sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1));
}
