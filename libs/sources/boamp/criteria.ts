import type { Criteres } from '#contract/avis';
import { line, text } from '../values/text.js';
import { at, has, isObject, liste, scalar, scalarAt } from './json.js';

/** One award criterion; `poids` as a number where it is one. */
export interface AwardCriterion {
  nom: string;
  poids: number | string | null;
}

/** Free-form criteria from two texts or objects; null when the notice gives neither. */
export function sharedCriteria(
  selection: string | null,
  attribution: string | Record<string, unknown> | null,
): Criteres | null {
  if (selection === null && attribution === null) return null;
  return {
    selection: selection === null ? null : { texte: selection },
    attribution: typeof attribution === 'string' ? { texte: attribution } : attribution,
  };
}

/** What stands for « criteria are in the consultation documents ». */
export const IN_THE_DOCUMENTS = { dans_les_documents: true } as const;

/** Criteria of a list of elements whose weight is an attribute or a child. */
export function weighted(elements: unknown, nameAt: string | null, weightAt: string): AwardCriterion[] {
  return liste(elements).flatMap((element) => {
    const nom = line(nameAt === null ? scalar(element) : scalarAt(element, nameAt));
    return nom === null ? [] : [{ nom, poids: weight(isObject(element) ? scalarAt(element, weightAt) : null) }];
  });
}

/** Award criteria of a classic notice, or of one of its lots (`CRITERES_ATTRIBUTION`). */
export function classicCriteria(block: unknown): Record<string, unknown> | null {
  const criteres: unknown[] = [
    ...weighted(at(block, 'CRITERES_PONDERES.CRITERE'), null, '@POIDS'),
    ...weighted(at(block, 'CRITERES_QUALITE.CRITERE'), null, '@POIDS'),
    ...weighted(at(block, 'CRITERES_COUT.CRITERE'), null, '@POIDS'),
    ...liste(at(block, 'CRITERES_PRIORITES.CRITERE')).flatMap((element, index) => {
      const nom = line(scalar(element));
      return nom === null ? [] : [{ nom, rang: index + 1 }];
    }),
  ];
  if (has(block, 'CRITERES_PRIX'))
    criteres.push({ nom: 'Prix', poids: weight(scalarAt(block, 'CRITERES_PRIX.POIDS')) });
  if (criteres.length > 0) return { criteres };
  const texte = text(scalarAt(block, 'CRITERES_LIBRE'));
  if (texte !== null) return { texte };
  return has(block, 'CRITERES_CCTP') ? IN_THE_DOCUMENTS : null;
}

function weight(raw: string | number | null): number | string | null {
  const written = line(raw);
  if (written === null) return null;
  const number = Number(written.replace(',', '.').replace(/\s*%$/, ''));
  return Number.isFinite(number) ? number : written;
}
