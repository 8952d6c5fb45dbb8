const DEADLINE = new RegExp(
  [
    String.raw`\bIV[.)\s-]*2[.\s-]*2\b`, // section of the EU forms of 2014: time limit for receipt of tenders
    String.raw`limites?\s+(?:de\s+|pour\s+la\s+|des\s+)?(?:remise|r[ée]ception|d[ée]p[ôo]t|envoi)`,
    String.raw`(?:remise|r[ée]ception|d[ée]p[ôo]t)\s+des\s+(?:offres|plis|candidatures|dossiers|demandes|propositions)`,
    String.raw`date\s+(?:et\s+heures?\s+)?limites?`,
    String.raw`ReceptionOffres|ReceptionCandidatures|RECEPT_OFFRES|RECEPT_CANDIDAT`,
  ].join('|'),
  'i',
);
const ANOTHER_DATE =
  /ouverture|visite|renseignements?\s+compl|questions|obtention|retrait|validit[ée]|échantillons|IV[.)\s-]*2[.\s-]*7/i;

/** Whether a rubric, or a sentence, speaks of the deadline for tenders or applications, perhaps among other dates. */
export function mentionsDeadline(words: string): boolean {
  return DEADLINE.test(words);
}

/** Whether words speak of a date that is not the deadline: opening, visit, questions… */
export function mentionsAnotherDate(words: string): boolean {
  return ANOTHER_DATE.test(words);
}

/** Whether a rubric, or a sentence, speaks of the deadline and of no other date. */
export function isDeadlineRubric(words: string): boolean {
  return mentionsDeadline(words) && !mentionsAnotherDate(words);
}
