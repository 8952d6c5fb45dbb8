import type { AvisContent } from '#contract/avis';
import { type Cleaned, type Collector, refused } from '../values/cleaned.js';
import { parisWallClock } from '../values/date.js';
import { text } from '../values/text.js';
import { type Change, changesOf, proseOf } from './changes.js';
import { isDeadlineRubric, mentionsAnotherDate, mentionsDeadline } from './deadline-rubric.js';
import { at, scalarAt } from './json.js';
import { dateInProse, newDateInProse } from './prose-date.js';
import type { BoampRecord } from './record.js';

/** Where each shape keeps what a national correction changes. */
const BLOCKS = ['FNSimple.rectificatif', 'MAPA.rectificatif', 'RECTIF'];

/** What a national correction changes and says. */
export interface Correction {
  /** Only the fields whose new value could be read. */
  content: Partial<AvisContent>;
  motif: string | null;
}

/**
 * Reads a national correction (docs/sources.md, C.2). Its new deadline is taken from a structured change, from « au lieu
 * de … lire … » in prose when it speaks of the deadline, or from the date that the gazette indexes for the correction
 * itself. Everything else it says is kept as `motif`, and what cannot be read is an anomaly: nothing is guessed.
 */
export function readCorrection(record: BoampRecord, collector: Collector): Correction {
  const block = BLOCKS.map((path) => at(record.donnees, path)).find((found) => found !== undefined);
  const changes = changesOf(block);
  const prose = proseOf(block);
  const motif = [...changes.map(sentence), ...prose].join('\n') || null;

  const deadlines = changes
    .filter((change) => isDeadlineRubric(`${change.rubrique} ${change.mention}`))
    .map(newDeadline);
  const said = prose.flatMap((part) => newDateInProse(part) ?? []);
  const indexed = parisWallClock(scalarAt(record.gestion, 'INDEXATION.DATE_LIMITE_REPONSE'));
  const read = [...deadlines, ...said, indexed].find(({ value }) => value !== null);
  if (read !== undefined) {
    const date_limite = collector.keep('date_limite', read);
    const unread = changes.length - deadlines.length;
    if (unread > 0) collector.keep('contenu', refused('correction_illisible', motif));
    return { content: { date_limite }, motif };
  }
  const about = [...changes.map(({ rubrique, mention }) => `${rubrique} ${mention}`), ...prose];
  const aboutDeadline = about.some(mentionsDeadline);
  collector.keep(aboutDeadline ? 'date_limite' : 'contenu', refused('correction_illisible', motif ?? ''));
  return { content: {}, motif };
}

function newDeadline({ lire }: Change): Cleaned<string> {
  return mentionsAnotherDate(lire) ? refused('correction_illisible', lire) : dateInProse(lire);
}

function sentence({ rubrique, mention, avant, lire }: Change): string {
  const where = [rubrique, mention].filter((part) => part !== '').join(', ');
  const instead = avant === '' ? '' : `au lieu de : ${avant}, `;
  const told = lire === '' ? 'modifié' : `${instead}lire : ${lire}`;
  return text(where === '' ? told : `${where} : ${told}`) ?? '';
}
