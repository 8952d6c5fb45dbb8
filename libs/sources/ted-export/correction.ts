import type { AvisContent } from '#contract/avis';
import type { EformsNode } from '../eforms/node.js';
import { type Collector, refused } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { parisWallClock } from '../values/date.js';
import { line } from '../values/text.js';
import { trimmed } from './coded-data.js';
import { clock } from './content.js';
import { textOf } from './text.js';

/** Rubrics of the standard forms: deadline, title, main CPV code, short description. */
const DEADLINE = 'IV.2.2';
const TITLE = 'II.1.1';
const CPV = 'II.1.2';
const DESCRIPTION = 'II.1.4';

/**
 * The changed fields of a correction (form F14). Only what replaces a field of the whole notice is taken; changes of a lot
 * or of other rubrics are told by `motifOfChanges`.
 */
export function changedContent(form: EformsNode, collector: Collector): Partial<AvisContent> {
  const content: Partial<AvisContent> = {};
  for (const change of form.all('CHANGES/CHANGE')) {
    const rubric = sectionOf(change);
    const value = change.first('NEW_VALUE');
    if (value === null || trimmed(change.first('WHERE/LOT_NO')) !== null) continue;
    if (rubric === DEADLINE) {
      const date = collector.keep('date_limite', newDeadline(value));
      if (date !== null) content.date_limite = date;
    } else if (rubric === CPV) {
      const code = collector.keep('cpv', cpv(value.first('CPV_MAIN/CPV_CODE')?.attribute('CODE')));
      if (code !== null) content.cpv = code;
    } else if (rubric === TITLE || rubric === DESCRIPTION) {
      const text = textOf(value.first('TEXT'));
      if (text !== null) Object.assign(content, rubric === TITLE ? { titre: line(text) } : { description: text });
    }
  }
  return content;
}

/** Every change in words, one a line: rubric, label, new value. */
export function motifOfChanges(form: EformsNode): string | null {
  const lines = form.all('CHANGES/CHANGE').flatMap((change) => {
    const where = [sectionOf(change), textOf(change.first('WHERE/LABEL'))].filter((part) => part !== null).join(' ');
    const value = valueInWords(change.first('NEW_VALUE'));
    return where === '' && value === null ? [] : [value === null ? where : `${where} : ${value}`];
  });
  const more = textOf(form.first('CHANGES/INFO_ADD'));
  const told = more === null ? lines : [...lines, more];
  return told.length === 0 ? null : told.join('\n');
}

function newDeadline(value: EformsNode) {
  const day = trimmed(value.first('DATE'));
  if (day !== null) return parisWallClock(clock(day, trimmed(value.first('TIME'))));
  return refused<string>('correction_illisible', textOf(value) ?? '');
}

function valueInWords(value: EformsNode | null): string | null {
  if (value === null) return null;
  const codes = [...value.all('CPV_MAIN/CPV_CODE'), ...value.all('CPV_ADDITIONAL/CPV_CODE')];
  const written = [...codes.map((code) => code.attribute('CODE')), ...value.elements.map(textOf)];
  const told = written.filter((part) => part !== null);
  return told.length === 0 ? null : told.join(' ');
}

/** `II.1.2)` -> `II.1.2`. */
function sectionOf(change: EformsNode): string | null {
  return trimmed(change.first('WHERE/SECTION'))?.replace(/\)$/, '') ?? null;
}
