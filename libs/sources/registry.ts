/** The registry of the 18 notice sources: docs/sources.md, section A. */

export type SourceType = 'officielle' | 'plateforme' | 'agrégateur';
export type AdapterName = 'boamp' | 'eforms' | 'atexo' | 'rss' | 'ocds';
/** How we may read it: open data, a public page or feed without a published contract, an agreement with the publisher. */
export type Canal = 'documenté' | 'observé' | 'convention';

export interface Source {
  readonly code: string;
  readonly nom: string;
  readonly type: SourceType;
  readonly adapter: AdapterName;
  readonly canal: Canal;
  /** Whether keys of usage `rediffusion` may see it: only where the licence is known and open. */
  readonly rediffusion: boolean;
  /** Order of the canonical choice among duplicates; the lowest served one wins. */
  readonly rang: number;
  readonly url: string;
  readonly licence: string;
}

const LICENCE_OUVERTE = 'Licence Ouverte 2.0';
const DECISION_2011_833 = 'Réutilisation autorisée avec mention de la source (décision 2011/833/UE)';
const CONVENTION = 'Convention';
const AUCUNE_LICENCE = 'Aucune licence publiée';

export const SOURCES = [
  {
    code: 'boamp',
    nom: 'BOAMP (DILA)',
    type: 'officielle',
    adapter: 'boamp',
    canal: 'documenté',
    rediffusion: true,
    rang: 1,
    url: 'https://www.boamp.fr',
    licence: LICENCE_OUVERTE,
  },
  {
    code: 'ted',
    nom: 'TED / JOUE S',
    type: 'officielle',
    adapter: 'eforms',
    canal: 'documenté',
    rediffusion: true,
    rang: 2,
    url: 'https://ted.europa.eu',
    licence: DECISION_2011_833,
  },
  {
    code: 'place',
    nom: "PLACE, achats de l'État",
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 3,
    url: 'https://www.marches-publics.gouv.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'maximilien',
    nom: 'Maximilien (Île-de-France)',
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 4,
    url: 'https://marches.maximilien.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'megalis_bretagne',
    nom: 'Mégalis Bretagne',
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 5,
    url: 'https://marches.megalis.bretagne.bzh',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'ternum_bfc',
    nom: 'Ternum Bourgogne-Franche-Comté',
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 6,
    url: 'https://marches.ternum-bfc.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'ampa',
    nom: "Marchés publics d'Aquitaine",
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 7,
    url: 'https://demat-ampa.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'alsace_marches_publics',
    nom: 'Alsace Marchés Publics',
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 8,
    url: 'https://plateforme.alsacemarchespublics.eu',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'marchespublics596280',
    nom: 'Marchés publics 59/62/80',
    type: 'plateforme',
    adapter: 'atexo',
    canal: 'observé',
    rediffusion: false,
    rang: 9,
    url: 'https://marchespublics596280.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'aws',
    nom: 'AWS – marches-publics.info',
    type: 'plateforme',
    adapter: 'rss',
    canal: 'observé',
    rediffusion: false,
    rang: 10,
    url: 'https://www.marches-publics.info',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'achatpublic',
    nom: 'achatpublic.com',
    type: 'plateforme',
    adapter: 'rss',
    canal: 'observé',
    rediffusion: false,
    rang: 11,
    url: 'https://www.achatpublic.com',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'marches_securises',
    nom: 'Marchés Sécurisés (Atline)',
    type: 'plateforme',
    adapter: 'rss',
    canal: 'observé',
    rediffusion: false,
    rang: 12,
    url: 'https://www.marches-securises.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'e_marchespublics',
    nom: 'e-marchespublics.com (Dematis)',
    type: 'plateforme',
    adapter: 'rss',
    canal: 'observé',
    rediffusion: false,
    rang: 13,
    url: 'https://www.e-marchespublics.com',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'xmarches',
    nom: 'Xmarchés (SPL-Xdemat)',
    type: 'plateforme',
    adapter: 'rss',
    canal: 'observé',
    rediffusion: false,
    rang: 14,
    url: 'https://www.xmarches.fr',
    licence: AUCUNE_LICENCE,
  },
  {
    code: 'klekoon',
    nom: 'Klekoon',
    type: 'plateforme',
    adapter: 'ocds',
    canal: 'convention',
    rediffusion: true,
    rang: 15,
    url: 'https://www.klekoon.com',
    licence: CONVENTION,
  },
  {
    code: 'francemarches',
    nom: 'francemarches.com',
    type: 'agrégateur',
    adapter: 'ocds',
    canal: 'convention',
    rediffusion: false,
    rang: 16,
    url: 'https://www.francemarches.com',
    licence: CONVENTION,
  },
  {
    code: 'marchesonline',
    nom: 'marchesonline.com',
    type: 'agrégateur',
    adapter: 'ocds',
    canal: 'convention',
    rediffusion: false,
    rang: 17,
    url: 'https://www.marchesonline.com',
    licence: CONVENTION,
  },
  {
    code: 'centraledesmarches',
    nom: 'centraledesmarches.com',
    type: 'agrégateur',
    adapter: 'ocds',
    canal: 'convention',
    rediffusion: false,
    rang: 18,
    url: 'https://centraledesmarches.com',
    licence: CONVENTION,
  },
] as const satisfies readonly Source[];

export type SourceCode = (typeof SOURCES)[number]['code'];

const BY_CODE: ReadonlyMap<string, Source> = new Map(SOURCES.map((source) => [source.code, source]));

/** The source of a code, or undefined for a code that is not in the registry. */
export function sourceOf(code: string): Source | undefined {
  return BY_CODE.get(code);
}

/** Codes of the sources that a key of this usage may see, ordered by rang. */
export function visibleSources(usage: 'interne' | 'rediffusion'): SourceCode[] {
  return SOURCES.filter((source) => usage === 'interne' || source.rediffusion).map((source) => source.code);
}

/**
 * Credit text to display with a notice. DILA asks for the date of last update beside its name (docs/sources.md).
 * @param updatedOn YYYY-MM-DD of the latest publication of the notice; null where unknown.
 */
export function mentionOf(source: Source, updatedOn: string | null): string {
  if (source.code === 'boamp') {
    const base = 'BOAMP – DILA, Licence Ouverte 2.0';
    return updatedOn === null ? base : `${base}, données mises à jour le ${updatedOn.split('-').reverse().join('/')}`;
  }
  if (source.code === 'ted') return '© Union européenne, TED (ted.europa.eu)';
  return source.nom;
}
