import type { Contrat, Titulaire } from '../contrat.js';

/** A contract of which only what a test is about is told. */
export function unContrat(parts: Partial<Contrat> = {}): Contrat {
  return {
    objet: 'Entretien des espaces verts',
    acheteur: { siret: null, nom: null },
    titulaires: [],
    montant: null,
    cpv: null,
    nature: 'Marché',
    procedure: 'Procédure adaptée',
    date_notification: null,
    duree_mois: null,
    lieu_execution: null,
    offres_recues: null,
    forme_prix: null,
    sous_traitance_declaree: null,
    considerations: null,
    marche_innovant: null,
    ...parts,
  };
}

/** A holder by its SIRET or SIREN. */
export function titulaire(numero: string, nom: string | null = null): Titulaire {
  return { siret: numero.length === 14 ? numero : null, siren: numero.slice(0, 9), nom };
}

/** A place of execution in a department. */
export function executedIn(departement: string): Contrat['lieu_execution'] {
  return { code: departement, type_code: 'Code département', nom: null, departement };
}
