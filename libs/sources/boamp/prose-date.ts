import { type Cleaned, refused } from '../values/cleaned.js';
import { instant, parisWallClock } from '../values/date.js';
import { isDeadlineRubric } from './deadline-rubric.js';

const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'.split('|');
const DAY = String.raw`(\d{1,2})(?:er)?(?:\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*|\s+(${MONTHS.map(loose).join('|')})\s+)(\d{4}|\d{2})(?!\d)`;
const HOUR = String.raw`[\s,]*(?:[àa]\s*)?(\d{1,2})\s*(?:h(?:eures?)?|:)\s*(\d{2})?`;
const ISO = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z?/;

/**
 * First date of a French text, Paris time: `14/09/2026 à 12h00`, `14 septembre 2026 à 12 heures`, `14/09/26`, or ISO; a day alone means
 * its end. Refused when there is none.
 */
export function dateInProse(words: string): Cleaned<string> {
  const iso = ISO.exec(words)?.[0];
  if (iso !== undefined) return iso.endsWith('Z') ? instant(iso) : parisWallClock(iso);
  const found = new RegExp(`${DAY}(?:${HOUR})?`, 'i').exec(words);
  if (found === null) return refused('correction_illisible', words);
  const [, day = '', month, name, year = '', hour, minutes] = found;
  const number =
    month ?? String(MONTHS.findIndex((known) => new RegExp(`^${loose(known)}$`, 'i').test(name ?? '')) + 1);
  const date = `${year.padStart(4, '20')}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parisWallClock(
    hour === undefined ? date : `${date}T${hour.padStart(2, '0')}:${(minutes ?? '00').padStart(2, '0')}`,
  );
}

/**
 * The new deadline that a sentence announces after « lire », when it speaks of the deadline; null when it does not speak
 * of it. « Au lieu de lire » gives the old one.
 */
export function newDateInProse(words: string): Cleaned<string> | null {
  const marks = [...words.matchAll(/(?<!au\s+lieu\s+de\s+)\blire\b\s*:?/gi)];
  for (const [index, mark] of marks.entries()) {
    const from = index === 0 ? 0 : (marks[index - 1]?.index ?? 0);
    const rubric = words.slice(from, mark.index);
    if (!isDeadlineRubric(rubric)) continue;
    const announced = words.slice(mark.index + mark[0].length, marks[index + 1]?.index).slice(0, 120);
    const date = dateInProse(announced);
    if (date.value !== null) return date;
  }
  return isDeadlineRubric(words) ? refused('correction_illisible', words) : null;
}

/** Accents are often lost: « aout », « decembre ». */
function loose(month: string): string {
  return month.replace(/[éû]/g, (letter) => (letter === 'é' ? '[ée]' : '[ûu]'));
}
