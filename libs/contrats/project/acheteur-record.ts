import type { AcheteurContrat, AcheteurDetail } from '#contract/contrats';
import { byFrequency, euros, type Facet, partenaireOf, type Totals } from './holdings.js';
import { legalCategory } from './legal-category.js';
import { RenderedList, recordText } from './record-text.js';

const CPV_SHOWN = 5;

/** What is known of a buyer, on one day. */
export interface AcheteurFacts {
  siret: string;
  identite: Pick<AcheteurContrat, 'nom' | 'departement'>;
  /** INSEE's code; null when SIRENE does not know it. */
  categorie_juridique: string | null;
  totals: Totals;
  cpv: readonly Facet[];
  /** Holders of most contracts first; `siret`: the establishment that holds most of them. */
  titulaires: readonly (Facet & { siret: string | null; nom: string | null })[];
  /** Rendered contracts, the latest first. */
  derniers_marches: readonly string[];
  /** Rendered contracts that end within 12 months, the nearest first. */
  contrats_a_echeance: readonly string[];
}

/** One row of read.acheteur. */
export interface RenderedAcheteur {
  siret: string;
  detail: string;
  change_le: string | null;
}

type Head = Omit<AcheteurDetail, 'derniers_marches' | 'contrats_a_echeance'>;

/** Renders the record of a buyer. Pure: the same facts give the same bytes. @param siteUrl of the public site. */
export function renderAcheteur(facts: AcheteurFacts, siteUrl: string): RenderedAcheteur {
  const { siret, totals } = facts;
  const { liens, ...head }: Head = {
    siret,
    siren: siret.slice(0, 9),
    nom: facts.identite.nom,
    departement: facts.identite.departement,
    categorie: legalCategory(facts.categorie_juridique),
    contrats: {
      nombre: totals.nombre,
      montant_total: euros(totals.total),
      montant_median: euros(totals.mediane),
      premiere_notification: totals.premiere,
      derniere_notification: totals.derniere,
    },
    cpv_principaux: byFrequency(facts.cpv)
      .slice(0, CPV_SHOWN)
      .map(({ valeur, nombre }) => ({ cpv: valeur, nombre })),
    principaux_titulaires: facts.titulaires.map((one) => partenaireOf(one, one.siret, one.nom)),
    liens: {
      fiche: `${siteUrl}/acheteurs/${siret}?src=api`,
      avis: `${siteUrl}/avis?acheteur_siret=${siret}&src=api`,
    },
  };
  return {
    siret,
    detail: recordText({
      ...head,
      derniers_marches: new RenderedList(facts.derniers_marches),
      contrats_a_echeance: new RenderedList(facts.contrats_a_echeance),
      liens,
    }),
    change_le: totals.change_le,
  };
}
