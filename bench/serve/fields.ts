/** The fields of a notice in a list, as every side gives them. */
export const FIELDS = [
  'id',
  'source',
  'licence',
  'mention',
  'lien_source',
  'statut',
  'titre',
  'budget',
  'cpv',
  'date_limite',
  'date_publication',
  'type_marche',
  'procedure',
  'description',
  'acheteur',
  'nb_lots',
  'completude',
  'completude_version',
  'champs_manquants',
  'publie_aussi_sur',
  'origines',
  'liens',
  'version',
] as const;

/** What differs between sides and means the same: the order of fields, absent or null, fractions of a second. */
export function comparable(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(FIELDS.map((field) => instant(row[field])));
}

function instant(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return sorted(value);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value ?? null;
  return new Date(value).toISOString();
}

function sorted(value: object): unknown {
  if (Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
