/** What a check found. */
export interface Report {
  ok: boolean;
  lines: readonly string[];
}
