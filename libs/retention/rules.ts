/** What of a table is kept for how long. What has no rule is kept for ever: docs/decisions/0028. */
export interface RetentionRule {
  table: string;
  /** SQL over alias `r`: the instant or day by which a row's age counts. */
  age: string;
  /** SQL over alias `r`: kept whatever its age. */
  kept?: string;
  /** Which of the two spans holds. */
  span: 'usage' | 'history';
}

/** How many days each kind is kept. */
export interface RetentionDays {
  usage: number;
  history: number;
}

/** Names here become SQL: they are constants, never what somebody typed. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { table: 'access.usage', age: 'r.jour', span: 'usage' },
  { table: 'access.quota', age: 'r.jour', span: 'usage' },
  { table: 'write.appel_modele', age: 'r.jour', span: 'usage' },
  { table: 'write.sauvegarde', age: 'r.terminee_le', span: 'usage' },
  {
    table: 'write.historique',
    age: 'r.version',
    // The last version of each notice says why it stands as it does.
    kept: 'not exists (select from write.historique n where n.avis_id = r.avis_id and n.version > r.version)',
    span: 'history',
  },
];
