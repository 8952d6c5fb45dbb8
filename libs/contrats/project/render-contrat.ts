import type { ContratServi, TitulaireContrat } from '#contract/contrats';
import type { Contrat, Titulaire } from '../contrat.js';
import { acheteurNomme } from './acheteur-nomme.js';
import { finEstimee } from './calendar.js';
import { type Directory, isHiddenTitulaire } from './directory.js';

/** Longest text indexed for `q`: objects beyond are no objects, and a tsvector has a limit of 1 MB. */
const SEARCH_MAX = 20_000;

/** A holder that may be named, for the filters. */
export interface RenderedTitulaire {
  /** Place among all the holders, hidden ones included. */
  rang: number;
  siren: string;
  siret: string | null;
  /** The first of its SIREN in this contract. */
  premier: boolean;
}

/** One row of read.contrat with its rows of read.contrat_titulaire. */
export interface RenderedContrat {
  uid: string;
  /** `YYYY-MM-DD`; null when unknown. */
  jour: string | null;
  departement: string | null;
  cpv: string | null;
  acheteur_siret: string | null;
  montant: number | null;
  fin: string | null;
  titulaires: RenderedTitulaire[];
  recherche: string;
  item: string;
}

/** Renders a contract as it is served. Pure: the same facts and the same directory give the same bytes. */
export function renderContrat(uid: string, contrat: Contrat, directory: Directory): RenderedContrat {
  const servi = contratServi(uid, contrat, directory);
  return {
    uid,
    jour: servi.date_notification,
    departement: servi.lieu_execution?.departement ?? null,
    cpv: servi.cpv,
    acheteur_siret: servi.acheteur.siret,
    montant: servi.montant,
    fin: servi.fin_estimee?.date ?? null,
    titulaires: namedTitulaires(contrat.titulaires, directory),
    recherche: (servi.objet ?? '').replaceAll('\0', ' ').slice(0, SEARCH_MAX),
    item: JSON.stringify(servi),
  };
}

function contratServi(uid: string, contrat: Contrat, directory: Directory): ContratServi {
  const [titulaire, ...cotitulaires] = contrat.titulaires.map((one) => titulaireServi(one, directory));
  const fin = finEstimee(contrat.date_notification, contrat.duree_mois);
  const lieu = contrat.lieu_execution;
  return {
    uid,
    objet: contrat.objet,
    acheteur: acheteurNomme(directory, contrat.acheteur.siret, contrat.acheteur.nom),
    titulaire: titulaire === undefined ? null : withoutMark(titulaire),
    cotitulaires,
    non_diffusible: titulaire?.non_diffusible ?? false,
    montant: contrat.montant,
    cpv: contrat.cpv,
    nature: contrat.nature,
    procedure: contrat.procedure,
    date_notification: contrat.date_notification,
    duree_mois: contrat.duree_mois,
    fin_estimee: fin === null ? null : { date: fin, estimation: true },
    lieu_execution:
      lieu === null
        ? null
        : { code: lieu.code, type_code: lieu.type_code, nom: lieu.nom, departement: lieu.departement },
    offres_recues: contrat.offres_recues,
    forme_prix: contrat.forme_prix,
    sous_traitance_declaree: contrat.sous_traitance_declaree,
    considerations: {
      sociales: contrat.considerations?.sociales ?? null,
      environnementales: contrat.considerations?.environnementales ?? null,
    },
    marche_innovant: contrat.marche_innovant,
  };
}

type TitulaireServi = ContratServi['cotitulaires'][number];

function titulaireServi(titulaire: Titulaire, directory: Directory): TitulaireServi {
  if (isHiddenTitulaire(directory, titulaire)) {
    return { siret: null, nom: null, departement: null, categorie: null, non_diffusible: true };
  }
  const unite = titulaire.siren === null ? undefined : directory.unite(titulaire.siren);
  const etablissement = titulaire.siret === null ? undefined : directory.etablissement(titulaire.siret);
  return {
    siret: titulaire.siret,
    nom: unite?.nom ?? titulaire.nom,
    departement: etablissement?.departement ?? null,
    categorie: unite?.categorie ?? null,
    non_diffusible: false,
  };
}

function withoutMark({ siret, nom, departement, categorie }: TitulaireServi): TitulaireContrat {
  return { siret, nom, departement, categorie };
}

/** Each establishment once; a holder without SIREN can be looked for by nothing. */
function namedTitulaires(titulaires: readonly Titulaire[], directory: Directory): RenderedTitulaire[] {
  const seen = new Set<string>();
  const sirens = new Set<string>();
  return titulaires.flatMap((titulaire, rang): RenderedTitulaire[] => {
    const { siren, siret } = titulaire;
    const key = `${siren ?? ''} ${siret ?? ''}`;
    if (siren === null || seen.has(key) || isHiddenTitulaire(directory, titulaire)) return [];
    const premier = !sirens.has(siren);
    seen.add(key);
    sirens.add(siren);
    return [{ rang, siren, siret, premier }];
  });
}
