import type { AcheteurDetail } from '#contract/contrats';
import { contratLine } from './contrat-line.js';
import { partners, shortList } from './prestataire-text.js';
import { counted, euros, joined, paragraphs, short } from './words.js';

/** Of `get_acheteur`. */
export function acheteurText({ data }: { data: AcheteurDetail & { avis_ouverts: number } }): string {
  const { contrats } = data;
  return paragraphs(
    joined(
      short(data.nom) ?? 'sans nom',
      `SIRET ${data.siret}`,
      data.categorie,
      data.departement !== null && `département ${data.departement}`,
    ),
    joined(
      counted(data.avis_ouverts, 'avis ouvert', 'avis ouverts'),
      counted(contrats.nombre, 'contrat', 'contrats'),
      contrats.montant_total !== null && `${euros(contrats.montant_total) ?? ''} en tout`,
      contrats.derniere_notification !== null && `dernier le ${contrats.derniere_notification}`,
    ),
    partners('Principaux titulaires', data.principaux_titulaires),
    shortList(
      'Derniers marchés',
      data.derniers_marches.map((contrat) => contratLine(contrat, 'acheteur')),
    ),
    shortList(
      'Contrats à échéance dans les 12 mois',
      data.contrats_a_echeance.map((contrat) => contratLine(contrat, 'acheteur')),
    ),
  );
}
