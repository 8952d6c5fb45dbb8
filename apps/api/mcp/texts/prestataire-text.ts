import type { Partenaire, PrestataireDetail } from '#contract/contrats';
import { contratLine } from './contrat-line.js';
import { counted, euros, joined, numbered, paragraphs, short } from './words.js';

/** Contracts shown in the text; `structuredContent` has all of them. */
const CONTRATS_SHOWN = 5;

/** Of `get_prestataire`. */
export function prestataireText({ data }: { data: PrestataireDetail }): string {
  const { statistiques: figures, adresse, derniers_marches, principaux_acheteurs, contrats_a_echeance } = data;
  return paragraphs(
    joined(
      short(data.nom) ?? 'sans nom',
      `SIREN ${data.siren}`,
      data.taille !== null && `taille ${data.taille}`,
      joined(adresse.code_postal, adresse.commune).replace(' · ', ' '),
    ),
    figures !== null &&
      joined(
        counted(figures.nombre_contrats, 'contrat', 'contrats'),
        figures.montant_total !== null && `${euros(figures.montant_total) ?? ''} en tout`,
        figures.derniere_notification !== null && `dernier le ${figures.derniere_notification}`,
      ),
    partners('Principaux acheteurs', principaux_acheteurs),
    shortList(
      'Derniers marchés',
      derniers_marches.map((contrat) => contratLine(contrat, 'titulaire')),
    ),
    shortList(
      'Contrats à échéance dans les 12 mois',
      contrats_a_echeance.map((contrat) => contratLine(contrat, 'titulaire')),
    ),
  );
}

/** Who buys or sells most, one a line. */
export function partners(title: string, items: readonly Partenaire[]): string | null {
  const lines = items.map(({ nom, siret, nombre_contrats, montant_total }) =>
    joined(
      short(nom, 80) ?? 'non nommé',
      siret !== null && `SIRET ${siret}`,
      counted(nombre_contrats, 'contrat', 'contrats'),
      euros(montant_total),
    ),
  );
  return shortList(title, lines);
}

/** The first lines under a title that says how many there are. */
export function shortList(title: string, lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, CONTRATS_SHOWN);
  const more = lines.length > shown.length ? `, ${shown.length} montrés sur ${lines.length}` : '';
  return `${title}${more} :\n${numbered(shown)}`;
}
