import type { AvisDetail, AvisRetire, Capacites, Criteres } from '#contract/avis';
import type { Classement } from '#contract/opportunites';
import { acheteurWords, avisLine, isRetire } from './avis-line.js';
import { creditsOf } from './credits.js';
import { scoreWords } from './score-words.js';
import { counted, euros, joined, listed, paragraphs, parisTime, short } from './words.js';

/** Longest texts, in characters; `structuredContent` has all of them. */
const DESCRIPTION_MAX = 2_000;
const DETAIL_MAX = 600;
const LOTS_MAX = 20;

/** Of `get_avis`. With the score of the account's feed when the key may see it. */
export function avisText({ data }: { data: (AvisDetail & Partial<Classement>) | AvisRetire }): string {
  if (isRetire(data)) return `${avisLine(data)}.`;
  const { score, raisons, verdict = null } = data;
  return paragraphs(
    short(data.titre) ?? 'Sans titre',
    factsOf(data),
    score !== undefined && raisons !== undefined && scoreWords({ score, raisons, verdict }),
    short(data.description, DESCRIPTION_MAX),
    lotsOf(data),
    criteresOf(data.criteres),
    capacitesOf(data.capacites),
    titled('Renseignements complémentaires', data.renseignements_complementaires),
    data.publie_aussi_sur.length > 0 && `Publié aussi sur ${data.publie_aussi_sur.map(({ nom }) => nom).join(', ')}.`,
    joined(
      data.lien_source !== null && `Avis d’origine : ${data.lien_source}`,
      data.url_profil_acheteur !== null && `profil d’acheteur : ${data.url_profil_acheteur}`,
      `id ${data.id}`,
    ),
    creditsOf([data]),
  );
}

function factsOf({ acheteur, date_limite, lieu_execution, ...avis }: AvisDetail): string {
  return joined(
    acheteurWords(acheteur),
    acheteur.siret !== null && `SIRET ${acheteur.siret}`,
    avis.statut,
    date_limite === null ? 'sans date limite' : `limite ${parisTime(date_limite) ?? ''} (Paris)`,
    avis.date_publication !== null && `publié ${avis.date_publication}`,
    avis.type_marche,
    avis.procedure,
    euros(avis.budget),
    avis.cpv !== null && `CPV ${avis.cpv}`,
    avis.duree_mois !== null && `${avis.duree_mois} mois`,
    avis.date_debut_prestation !== null && `début ${avis.date_debut_prestation}`,
    lieu_execution !== null && `exécution ${lieu_execution.departements.join(', ')}`,
  );
}

function lotsOf({ nb_lots, lots }: AvisDetail): string | null {
  if (nb_lots === null || nb_lots === 0) return null;
  const shown = lots.slice(0, LOTS_MAX);
  const head = counted(nb_lots, 'lot', 'lots');
  if (shown.length === 0) return `${head}.`;
  const part = shown.length < lots.length ? `, ${shown.length} montrés` : '';
  return `${head}${part} :\n${listed(shown.map(lotLine))}`;
}

function lotLine({ numero, description, budget, cpv }: AvisDetail['lots'][number]): string {
  return joined(`lot ${numero}`, short(description), euros(budget), cpv !== null && `CPV ${cpv}`);
}

/** As they are published: their form differs from source to source. */
function criteresOf(criteres: Criteres | null): string | null {
  const attribution = criteres?.attribution ?? null;
  return attribution === null ? null : titled('Critères d’attribution', JSON.stringify(attribution));
}

function capacitesOf({ economique, technique, exercice }: Capacites): string | null {
  return titled('Capacités demandées', joined(economique, technique, exercice));
}

function titled(title: string, text: string | null): string | null {
  const line = short(text, DETAIL_MAX);
  return line === null ? null : `${title} : ${line}`;
}
