import type { PrestataireDetail, PrestataireListe } from '#contract/contrats';
import type { Etablissement, UniteLegale } from './directory.js';
import { croissance, euros, type Facet, montant12m, mostFrequent, partenaireOf, type Totals } from './holdings.js';
import { RenderedList, recordText } from './record-text.js';
import { slugOf } from './slug.js';

/** What is known of a contractor that may be disclosed, on one day. */
export interface PrestataireFacts {
  siren: string;
  revendiquee: boolean;
  /** As SIRENE has it. */
  unite: UniteLegale | null;
  /** SIRENE's, else as its latest contracts name it. */
  nom: string | null;
  /** Its most active establishment, else its head office; null when neither is known. */
  siret: string | null;
  /** That establishment as SIRENE has it. */
  etablissement: Etablissement | null;
  /** Active ones according to SIRENE, else those that hold contracts; null when none is known. */
  nb_etablissements: number | null;
  totals: Totals;
  departements: readonly Facet[];
  cpv: readonly Facet[];
  /** Buyers of most contracts first, each with the name it is served under. */
  acheteurs: readonly (Facet & { nom: string | null })[];
  /** Rendered contracts, the latest first. */
  derniers_marches: readonly string[];
  /** Rendered contracts that end within 12 months, the nearest first. */
  contrats_a_echeance: readonly string[];
}

/** One row of read.prestataire. */
export interface RenderedPrestataire {
  siren: string;
  slug: string;
  nom: string | null;
  departement: string | null;
  division_cpv: string | null;
  taille: string | null;
  nombre_contrats: number;
  montant_median: number | null;
  item: string;
  detail: string;
  change_le: string | null;
}

/** Renders the record of a contractor. Pure: the same facts give the same bytes. @param siteUrl of the public site. */
export function renderPrestataire(facts: PrestataireFacts, siteUrl: string): RenderedPrestataire {
  const { siren, siret, totals } = facts;
  const slug = slugOf(facts.nom, siret ?? siren);
  const item: PrestataireListe = {
    siret,
    slug,
    nb_etablissements: facts.nb_etablissements,
    departement: mostFrequent(facts.departements),
    taille: facts.unite?.categorie ?? null,
    montant_median: euros(totals.mediane),
    cpv_principal: mostFrequent(facts.cpv),
    liens: { fiche: `${siteUrl}/prestataires/${slug}?src=api` },
  };
  return {
    siren,
    slug,
    nom: facts.nom,
    departement: item.departement,
    division_cpv: item.cpv_principal?.slice(0, 2) ?? null,
    taille: item.taille,
    nombre_contrats: totals.nombre,
    montant_median: item.montant_median,
    item: JSON.stringify(item),
    detail: detailText(facts, item),
    change_le: totals.change_le,
  };
}

type Head = Omit<PrestataireDetail, 'derniers_marches' | 'contrats_a_echeance'>;

/** The lists beside the latest contracts need an establishment (contract, section Contractor). */
function detailText(facts: PrestataireFacts, item: PrestataireListe): string {
  const { etablissement } = facts;
  const named = facts.siret !== null;
  const { principaux_acheteurs, ...head }: Head = {
    ...item,
    nom: facts.nom,
    siren: facts.siren,
    type: facts.revendiquee ? 'revendiquee' : 'decp',
    categorie_juridique: facts.unite?.categorie_juridique ?? null,
    adresse: {
      commune: etablissement?.commune ?? null,
      code_postal: etablissement?.code_postal ?? null,
      departement: etablissement?.departement ?? null,
    },
    statistiques: named ? statistiquesOf(facts.totals) : null,
    principaux_acheteurs: named ? facts.acheteurs.map((one) => partenaireOf(one, one.valeur, one.nom)) : [],
  };
  return recordText({
    ...head,
    derniers_marches: new RenderedList(facts.derniers_marches),
    principaux_acheteurs,
    contrats_a_echeance: new RenderedList(named ? facts.contrats_a_echeance : []),
  });
}

function statistiquesOf(totals: Totals): PrestataireDetail['statistiques'] {
  return {
    nombre_contrats: totals.nombre,
    montant_total: euros(totals.total),
    montant_median: euros(totals.mediane),
    montant_12m: euros(montant12m(totals)),
    croissance_12m: croissance(totals),
    premiere_notification: totals.premiere,
    derniere_notification: totals.derniere,
  };
}
