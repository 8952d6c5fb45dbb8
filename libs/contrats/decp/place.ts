import { departement, departementOfNuts, departementOfPostcode } from '#sources/values/place';
import { type Cleaned, kept, refused } from '#sources/values/cleaned';
import type { LieuContrat } from '../contrat.js';
import type { Anomalies } from './anomalies.js';
import { field, isFields } from './fields.js';
import { labelKey } from './labels.js';
import { shortLine } from './short-line.js';

const CODE_MAX = 50;
const NAME_MAX = 300;

/** Where a contract is executed; null when the record says nothing of it. */
export function readPlace(raw: unknown, anomalies: Anomalies): LieuContrat | null {
  if (!isFields(raw)) {
    if (raw !== undefined) anomalies.note('lieu_execution', 'structure_inattendue', raw);
    return null;
  }
  const code = shortLine(field(raw, 'code'), CODE_MAX);
  const type_code = shortLine(field(raw, 'typeCode'), CODE_MAX);
  const nom = shortLine(field(raw, 'nom'), NAME_MAX);
  if (code === null && type_code === null && nom === null) return null;
  const departement = anomalies.keep('lieu_execution.departement', departementOf(code, type_code));
  return { code, type_code, nom, departement };
}

/**
 * The department that a code tells, by its form first: of 4,509 codes of one platform 179 contradict their type. The type
 * decides where the form leaves several: `11` is a department or a region, `751` an arrondissement.
 */
function departementOf(code: string | null, type: string | null): Cleaned<string> {
  if (code === null) return kept<string>(null);
  const written = code
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/^FR-?(?=\d{5}$)/, '');
  const kind = labelKey(type ?? '');
  if (/^(FR|FRA|FRANCE)$/.test(written)) return kept<string>(null);
  if (/^FR[0-9A-Z]{1,3}$/.test(written)) return knownOr(code, departementOfNuts(written));
  if (/region/.test(kind) && !/^\w{5}$/.test(written)) return kept<string>(null);
  // 4 digits: a postcode without its zero only where the type says so.
  if (/arrondissement|canton/.test(kind) && /^\w{3,4}$/.test(written)) return departement(written.slice(0, 2));
  if (/^\w{4,5}$/.test(written) && /\d{3}$/.test(written)) return knownOr(code, departementOfPostcode(written));
  return departement(written);
}

function knownOr(raw: string, code: string | null): Cleaned<string> {
  return code === null ? refused('departement_inconnu', raw) : kept(code);
}
