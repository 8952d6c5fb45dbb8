/** Every job there is. A job carries no fact: it says "now" (docs/decisions/0005). */
export const JOB_NAMES = [
  'collect',
  'normalise',
  'match',
  'project',
  'project-attributions',
  'noter',
  'evaluer',
  'close-due',
  'refresh-sources',
  'deduce',
  'importer-sirene',
  'recalculer',
  'importer-decp',
  'purger',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** What a job may say beside "now". */
export interface JobData {
  /** `collect`: code of the source. */
  source?: string;
  /** `collect`: an operator asked for it, so it is tried whatever happened before. */
  asked?: boolean;
}
