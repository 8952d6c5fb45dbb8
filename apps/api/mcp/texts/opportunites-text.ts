import type { OpportuniteListItem } from '#contract/opportunites';
import { avisLine } from './avis-line.js';
import { creditsOf } from './credits.js';
import { nextPage, whenNone, type MetaPage } from './going-on.js';
import { scoreWords } from './score-words.js';
import { counted, joined, numbered, paragraphs } from './words.js';

/** Of `list_opportunites`. */
export function opportunitesText({ data, meta }: { data: OpportuniteListItem[]; meta: MetaPage }): string {
  const atLeast = meta.total_exact ? '' : 'Plus de ';
  return paragraphs(
    `${atLeast}${counted(meta.total, 'avis convient', 'avis conviennent')}, ${counted(data.length, 'montré', 'montrés')}, le meilleur score d’abord.`,
    whenNone(meta.total, ' ; un compte sans profil a un flux vide'),
    numbered(data.map((item) => joined(scoreWords(item), avisLine(item)))),
    nextPage('list_opportunites', meta),
    creditsOf(data),
  );
}
