import { type NameLevel, nameLevel } from './compare-names.js';
import { type TitleLevel, titleLevel } from './compare-titles.js';
import type { Deadline } from './deadline.js';
import { namesOther } from './names-other.js';
import type { Prepared } from './prepared.js';

/**
 * How two notices compare, field by field, each on its own short scale; `absent` where one of them does not say. The
 * scales are what weights are estimated for.
 */
export interface Levels {
  titre: TitleLevel | 'absent';
  acheteur: 'siret_egal' | 'siren_egal' | 'siren_autre' | `nom_${NameLevel}` | 'absent';
  /** The closest of all deadlines stated. `jour`: same day, an hour not given; `heure`: same day, two hours apart at most. */
  date_limite: 'minute' | 'jour' | 'heure' | 'meme_jour' | 'mois' | 'loin' | 'absent';
  cpv: 'egal' | 'classe' | 'division' | 'autre' | 'absent';
  type_marche: 'egal' | 'autre' | 'absent';
  budget: 'egal' | 'proche' | 'autre' | 'absent';
  nb_lots: 'egal' | 'un' | 'autre' | 'absent';
  lieu: 'egal' | 'autre' | 'absent';
  /** Days between publications: 3, 10, 31, 92, more. */
  date_publication: 'jours' | 'semaine' | 'mois' | 'trimestre' | 'loin' | 'absent';
  reference: 'egale' | 'faible' | 'autre' | 'absent';
  /** Each names a consultation on a platform, not the same platform: buyers rarely have two. */
  plateforme: 'autre' | 'absent';
}

export function levelsOf(a: Prepared, b: Prepared): Levels {
  return {
    titre: a.title === null || b.title === null ? 'absent' : titleLevel(a.title, b.title),
    acheteur: acheteurLevel(a, b),
    date_limite: deadlineLevel(a.deadlines, b.deadlines),
    cpv: cpvLevel(a.notice.cpv, b.notice.cpv),
    type_marche: sameOrNot(a.notice.type_marche, b.notice.type_marche),
    budget: budgetLevel(a.notice.budget, b.notice.budget),
    nb_lots: lotsLevel(a.notice.nb_lots, b.notice.nb_lots),
    lieu: lieuLevel(a, b),
    date_publication: publicationLevel(publicationGap(a, b)),
    reference: referenceLevel(a, b),
    plateforme: plateformeLevel(a, b),
  };
}

/** Days between two publications; null when one is unknown. */
export function publicationGap(a: Prepared, b: Prepared): number | null {
  return a.published === null || b.published === null ? null : Math.abs(a.published - b.published);
}

function acheteurLevel(a: Prepared, b: Prepared): Levels['acheteur'] {
  if (a.siren !== null && b.siren !== null) {
    if (a.siren !== b.siren) return 'siren_autre';
    return a.notice.acheteur.siret === b.notice.acheteur.siret ? 'siret_egal' : 'siren_egal';
  }
  return a.buyer === null || b.buyer === null ? 'absent' : `nom_${nameLevel(a.buyer, b.buyer)}`;
}

const HOUR = 3_600_000;

function deadlineLevel(a: readonly Deadline[], b: readonly Deadline[]): Levels['date_limite'] {
  let best = Infinity;
  for (const one of a) for (const other of b) best = Math.min(best, apart(one, other));
  return best === Infinity ? 'absent' : (DEADLINE_LEVELS.find(([limit]) => best <= limit)?.[1] ?? 'loin');
}

/** Ranks of closeness: 0 to 3 for one day, then days. */
function apart(a: Deadline, b: Deadline): number {
  if (Math.floor(a.instant / 60_000) === Math.floor(b.instant / 60_000)) return 0;
  if (a.rank !== b.rank) return 3 + Math.abs(a.rank - b.rank);
  if (a.dayOnly || b.dayOnly) return 1;
  return Math.abs(a.instant - b.instant) <= 2 * HOUR ? 2 : 3;
}

const DEADLINE_LEVELS: readonly (readonly [number, Levels['date_limite']])[] = [
  [0, 'minute'],
  [1, 'jour'],
  [2, 'heure'],
  [3, 'meme_jour'],
  [34, 'mois'],
];

function cpvLevel(a: string | null, b: string | null): Levels['cpv'] {
  if (a === null || b === null) return 'absent';
  if (a === b) return 'egal';
  if (a.slice(0, 2) !== b.slice(0, 2)) return 'autre';
  return a.slice(0, 4) === b.slice(0, 4) ? 'classe' : 'division';
}

function sameOrNot(a: string | null, b: string | null): 'egal' | 'autre' | 'absent' {
  return a === null || b === null ? 'absent' : a === b ? 'egal' : 'autre';
}

function budgetLevel(a: number | null, b: number | null): Levels['budget'] {
  if (a === null || b === null) return 'absent';
  const gap = Math.abs(a - b) / Math.max(a, b, 1);
  return gap <= 0.005 ? 'egal' : gap <= 0.2 ? 'proche' : 'autre';
}

/** No lot and one lot are one thing to many buyers. */
function lotsLevel(a: number | null, b: number | null): Levels['nb_lots'] {
  if (a === null || b === null) return 'absent';
  if (a <= 1 && b <= 1) return 'un';
  return a === b ? 'egal' : 'autre';
}

function lieuLevel(a: Prepared, b: Prepared): Levels['lieu'] {
  const [ours, theirs] = [a.notice.departements, b.notice.departements];
  if (ours.length === 0 || theirs.length === 0) return 'absent';
  return ours.some((code) => theirs.includes(code)) ? 'egal' : 'autre';
}

const PUBLICATION_LEVELS: readonly (readonly [number, Levels['date_publication']])[] = [
  [3, 'jours'],
  [10, 'semaine'],
  [31, 'mois'],
  [92, 'trimestre'],
];

function publicationLevel(gap: number | null): Levels['date_publication'] {
  return gap === null ? 'absent' : (PUBLICATION_LEVELS.find(([limit]) => gap <= limit)?.[1] ?? 'loin');
}

function referenceLevel(a: Prepared, b: Prepared): Levels['reference'] {
  if (a.reference === null || b.reference === null) return 'absent';
  if (a.reference.plain !== b.reference.plain) return 'autre';
  return a.reference.weak ? 'faible' : 'egale';
}

function plateformeLevel(a: Prepared, b: Prepared): Levels['plateforme'] {
  return namesOther(a.hosts, b.hosts) ? 'autre' : 'absent';
}
