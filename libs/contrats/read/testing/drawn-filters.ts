import type pg from 'pg';
import type { ContratsFilters } from '../contrats-filters.js';
import { ONE_YEAR_CPV } from './decks.js';

/** One filter, or several bounds of one value. */
export type Given = Partial<ContratsFilters>;

/** Values of each filter, drawn from the data: the most common, some of usual size, rare ones, one that nothing has. */
export interface FilterValues {
  acheteur_siret: Given[];
  departement: Given[];
  cpv: Given[];
  titulaire_siret: Given[];
  titulaire_siren: Given[];
  montants: Given[];
  q: Given[];
}

/** With every filter and every pair. Absent: any day. */
export const PERIODS: Given[] = [
  {},
  { date_min: '2025-01-01' },
  { date_min: '2019-03-01', date_max: '2019-03-31' },
  { date_min: '2020-01-01', date_max: '2020-12-31' },
  { date_max: '2016-12-31' },
  { date_min: '2100-01-01' },
];

export async function drawValues(pool: pg.Pool): Promise<FilterValues> {
  const common = (column: string, table: string) =>
    values(pool, column, `select ${column}, count(*) from ${table} group by 1 order by 2 desc, 1 limit 2`);
  const usual = (column: string, table: string) =>
    values(
      pool,
      column,
      `select ${column} from ${table} where n % 700001 = 11 and ${column} is not null order by n limit 2`,
    );
  const rare = (column: string, table: string) =>
    values(pool, column, `select ${column}, count(*) from ${table} group by 1 order by 2, 1 limit 1`);
  const drawn = async (column: string, table: string) => [
    ...(await common(column, table)),
    ...(await usual(column, table)),
    ...(await rare(column, table)),
  ];
  const given = (name: keyof ContratsFilters, texts: string[], absent: string): Given[] =>
    [...new Set([...texts, absent])].map((text) => ({ [name]: text }));
  const holders = 'read.contrat_titulaire';
  return {
    acheteur_siret: given('acheteur_siret', await drawn('acheteur_siret', 'read.contrat'), '99999999900019'),
    departement: given('departement', await drawn('departement', 'read.contrat'), '986'),
    cpv: given(
      'cpv',
      ['45', '77', '452', '45000000', '4526', '3314', ONE_YEAR_CPV, ...(await rare('cpv', 'read.contrat'))],
      '99',
    ),
    titulaire_siret: given('titulaire_siret', await drawn('siret', holders), '99999999900019'),
    titulaire_siren: given('titulaire_siren', await drawn('siren', holders), '999999999'),
    montants: [
      { montant_min: 50_000, montant_max: 100_000 },
      { montant_min: 1_000_000 },
      { montant_max: 1_000 },
      { montant_min: 123_456, montant_max: 123_457 },
      { montant_min: 500_000_000 },
    ],
    q: ['travaux', 'travaux maintenance', 'gymnase', 'mot2990x', 'introuvable'].map((q) => ({ q })),
  };
}

async function values(pool: pg.Pool, column: string, sql: string): Promise<string[]> {
  const { rows } = await pool.query<Record<string, string | null>>(sql);
  return rows.map((row) => row[column]).filter((value) => typeof value === 'string');
}

const MANDATORY = ['acheteur_siret', 'departement', 'cpv', 'titulaire_siret', 'titulaire_siren'] as const;
const PARTIES = ['acheteur_siret', 'titulaire_siret', 'titulaire_siren'] as const;

/** Every filter alone and every pair that the contract accepts, with the values of each. */
export function kindsOf(all: FilterValues): Map<string, Given[]> {
  const kinds = new Map<string, Given[]>(MANDATORY.map((name) => [name, all[name]]));
  const pair = (a: keyof FilterValues, b: keyof FilterValues) =>
    kinds.set(
      `${a} × ${b}`,
      all[a].flatMap((one) => all[b].map((other) => ({ ...one, ...other }))),
    );
  MANDATORY.forEach((a, at) => MANDATORY.slice(at + 1).forEach((b) => pair(a, b)));
  for (const name of MANDATORY) pair(name, 'montants');
  for (const name of PARTIES) pair(name, 'q');
  return kinds;
}
