import type { Comparison } from '#avis/match/compare';

/** Pairs that compare alike, field by field, counted. */
export interface Pattern {
  /** `champ=niveau`, levels `absent` left out: they bring nothing. */
  features: string[];
  same: number;
  different: number;
}

/** Counts pairs by the way their fields compare. */
export class Patterns {
  private readonly found = new Map<string, Pattern>();

  add(comparison: Comparison, same: boolean): void {
    const levels = Object.entries(comparison.evidence.champs).map(([champ, { niveau }]) => `${champ}=${niveau}`);
    const features = levels.filter((one) => !one.endsWith('=absent'));
    const key = features.join(' ');
    const pattern = this.found.get(key) ?? { features, same: 0, different: 0 };
    if (same) pattern.same++;
    else pattern.different++;
    this.found.set(key, pattern);
  }

  all(): Pattern[] {
    return [...this.found.values()];
  }
}
