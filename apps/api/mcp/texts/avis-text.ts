import type { AvisDetail, AvisRetire } from '#contract/avis';
import { acheteurWords, avisLine, isRetire } from './avis-line.js';
import { creditsOf } from './credits.js';
import { counted, euros, joined, numbered, paragraphs, parisTime, short } from './words.js';

/** Longest description in the text, in characters; `structuredContent` has all of it. */
const DESCRIPTION_MAX = 2_000;
const LOTS_MAX = 20;

/** Of `get_avis`. */
export function avisText({ data }: { data: AvisDetail | AvisRetire }): string {
  if (isRetire(data)) return `${avisLine(data)}.`;
  const { acheteur, lots, nb_lots, lieu_execution, date_limite } = data;
  return paragraphs(
    short(data.titre) ?? 'Sans titre',
    joined(
      acheteurWords(acheteur),
      acheteur.siret !== null && `SIRET ${acheteur.siret}`,
      data.statut,
      date_limite === null ? 'sans date limite' : `limite ${parisTime(date_limite) ?? ''} (Paris)`,
      data.type_marche,
      data.procedure,
      euros(data.budget),
      data.cpv !== null && `CPV ${data.cpv}`,
      data.duree_mois !== null && `${data.duree_mois} mois`,
      lieu_execution !== null && `exécution ${lieu_execution.departements.join(', ')}`,
    ),
    short(data.description, DESCRIPTION_MAX),
    (nb_lots ?? 0) > 0 && `${counted(nb_lots ?? 0, 'lot', 'lots')}.\n${numbered(lots.slice(0, LOTS_MAX).map(lotLine))}`,
    data.publie_aussi_sur.length > 0 && `Publié aussi sur ${data.publie_aussi_sur.map(({ nom }) => nom).join(', ')}.`,
    joined(data.lien_source !== null && `Avis d’origine : ${data.lien_source}`, `id ${data.id}`),
    creditsOf([data]),
  );
}

function lotLine({ numero, description, budget, cpv }: AvisDetail['lots'][number]): string {
  return joined(`lot ${numero}`, short(description), euros(budget), cpv !== null && `CPV ${cpv}`);
}
