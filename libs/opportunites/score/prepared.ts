import type { TypeMarche } from '#contract/vocabulary';
import { plainText } from '#avis/match/words';
import type { Annonce } from '../annonce.js';
import type { Profil } from '../profil.js';
import { motsDe } from '../words.js';

/** Words of one keyword: a notice that holds all of them holds the keyword. */
export interface GroupeMots {
  /** As the profile spells it. */
  texte: string;
  mots: readonly string[];
}

/** A profile as scoring compares it. The order and the repetitions of its lists are gone. */
export interface PreparedProfil {
  /** Longest first; each tells its division, group, class… without trailing zeros. */
  cpv: readonly string[];
  groupes: readonly GroupeMots[];
  departements: ReadonlySet<string>;
  rayon_km: number;
  budget_min: number | null;
  budget_max: number | null;
  types_marche: ReadonlySet<TypeMarche>;
  /** Plain texts of the labels. */
  procedures: ReadonlySet<string>;
}

export interface PreparedAnnonce extends Omit<Annonce, 'mots' | 'procedure'> {
  mots: ReadonlySet<string>;
  procedure: string | null;
}

export function prepareProfil(profil: Profil): PreparedProfil {
  return {
    cpv: [...new Set(profil.cpv.map(significant))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
    groupes: groupesOf(profil.mots_cles),
    departements: new Set(profil.departements),
    rayon_km: profil.rayon_km,
    budget_min: profil.budget_min,
    budget_max: profil.budget_max,
    types_marche: new Set(profil.types_marche),
    procedures: new Set(profil.procedures.map(plainText)),
  };
}

export function prepareAnnonce(annonce: Annonce): PreparedAnnonce {
  const { mots, procedure, ...rest } = annonce;
  return { ...rest, mots: new Set(mots), procedure: procedure === null ? null : plainText(procedure) };
}

/** Nothing that tells a trade: such a profile keeps the notices of its departments. */
export function isWithoutSignal(profil: PreparedProfil): boolean {
  return profil.cpv.length === 0 && profil.groupes.length === 0;
}

/** Trailing zeros of a CPV code say « and all below »: 45000000 is the division 45. */
function significant(cpv: string): string {
  return cpv.slice(0, 2) + cpv.slice(2).replace(/0+$/, '');
}

/** Keywords that are the same words count once, in the spelling that sorts first. */
function groupesOf(keywords: readonly string[]): GroupeMots[] {
  const groupes = new Map<string, GroupeMots>();
  for (const texte of [...keywords].sort()) {
    const mots = motsDe(texte).sort();
    const key = mots.join(' ');
    if (mots.length > 0 && !groupes.has(key)) groupes.set(key, { texte, mots });
  }
  return [...groupes.values()];
}
