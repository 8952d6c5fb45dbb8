import type { AvisFilters } from '#avis/read/conditions';
import { ONE_YEAR_CPV } from '#contrats/read/testing/decks';
import { DEPARTEMENTS } from '#contract/departements';
import { DEPARTEMENTS_MAX } from '#contract/limits';
import { SOURCES } from '#sources/registry';
import type { Draws } from '../scale/draws.js';
import { value } from '../scale/operation.js';

/** One filter, or both bounds of one value. */
export type Given = Partial<AvisFilters> & { q?: string };

const codes = DEPARTEMENTS.map((departement) => departement.code as string);

/** Values of each filter of notices: common ones, one of usual size, rare ones, one that nothing has. */
export function filterValues({ avis }: Draws): Record<string, Given[]> {
  return {
    source: [['boamp'], [value(avis, 'source', 3)], [SOURCES.at(-1)?.code ?? '']].map((source) => ({ source })),
    departement: [['75'], [value(avis, 'departement', 3)], ['986'], codes.slice(-DEPARTEMENTS_MAX)].map(
      (departement) => ({
        departement,
      }),
    ),
    cpv: ['45', value(avis, 'cpv', 3), ONE_YEAR_CPV, '77', '99'].map((cpv) => ({ cpv })),
    type_marche: [{ type_marche: 'Travaux' }],
    budget: [
      { budget_min: 50_000, budget_max: 100_000 },
      { budget_min: 123_456, budget_max: 123_457 },
      { budget_min: 500_000_000 },
      { budget_max: 1_000 },
    ],
    date_limite: [
      { date_limite_min: '2019-03-01', date_limite_max: '2019-03-07' },
      { date_limite_min: inDays(3), date_limite_max: inDays(5) },
      { date_limite_max: '2018-06-30' },
      { date_limite_min: '2100-01-01' },
    ],
    publie_depuis: ['2019-01-01', inDays(-7), '2100-01-01'].map((publie_depuis) => ({ publie_depuis })),
    completude_min: [{ completude_min: 100 }],
    q: ['travaux', 'gymnase', value(avis, 'commune', 3), 'introuvable'].map((q) => ({ q })),
  };
}

/** Every filter alone, and every pair of them. */
export function kindsOf(values: Record<string, Given[]>): Map<string, Given[]> {
  const names = Object.keys(values);
  const kinds = new Map<string, Given[]>([['none', [{}]]]);
  const of = (name: string) => values[name] ?? [];
  for (const name of names) kinds.set(name, of(name));
  names.forEach((a, at) => {
    for (const b of names.slice(at + 1)) {
      kinds.set(
        `${a} × ${b}`,
        of(a).flatMap((one) => of(b).map((other) => ({ ...one, ...other }))),
      );
    }
  });
  return kinds;
}

/** `YYYY-MM-DD`. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
