import type { Raisons } from '../raisons.js';
import type { PreparedAnnonce, PreparedProfil } from './prepared.js';

const BUDGET_MAX = 15;
const UNKNOWN = 8;

/** Whether the budget suits, of 15: inside the range or no range asked; about half when the notice states none. */
export function budgetOf(profil: PreparedProfil, { budget }: PreparedAnnonce): NonNullable<Raisons['budget']> {
  const { budget_min: min, budget_max: max } = profil;
  if (min === null && max === null) return { points: BUDGET_MAX };
  if (budget === null) return { points: UNKNOWN };
  return { points: (min === null || budget >= min) && (max === null || budget <= max) ? BUDGET_MAX : 0 };
}
