import { DEPARTEMENTS } from '#contract/departements';
import { type Collector, refused } from '../values/cleaned.js';
import { departement } from '../values/place.js';

const POSTCODE = /(?<![\p{L}\d])\d{5}(?![\p{L}\d])/gu;
const SHORT_CODE = /(?<![\p{L}\d])(9[78]\d|2[AB]|0?\d{2}|\d)(?![\p{L}\d])/giu;
const BETWEEN_PLACES = /\s*[,;|\n]\s*|\s+(?=(?:9[78]\d|2[AB]|\d{2})\s*[-–]\s*\p{L})/giu;

/**
 * Departments that a value declares, each once: postcodes, codes alone (« 59, 62 »), in brackets, or before their name
 * (« 75 - Paris 77 - Seine-et-Marne », « 59 Nord »). Words are not guessed from: « 12 rue de Paris » declares nothing.
 * @param named whether a place may be written as the exact name of a department (« Gard »).
 */
export function declaredDepartements(value: string, named: boolean): string[] {
  const found = value.split(BETWEEN_PLACES).flatMap((place) => {
    const postcodes = place.match(POSTCODE) ?? [];
    const codes = postcodes.length > 0 ? postcodes : shortCodes(place);
    const written = codes.flatMap((code) => departement(code).value ?? []);
    return written.length > 0 || !named ? written : (BY_NAME.get(plain(place)) ?? []);
  });
  return [...new Set(found)];
}

/** Same for a label that names nothing but departments: one that is none is noted. */
export function labelledDepartements(value: string, collector: Collector): string[] {
  const codes = declaredDepartements(value, true);
  if (codes.length === 0) collector.keep('lieu_execution.departements', refused<string>('departement_inconnu', value));
  return codes;
}

function shortCodes(place: string): string[] {
  return [...place.matchAll(SHORT_CODE)].flatMap((match) => {
    const code = match[1] ?? '';
    const before = place.slice(0, match.index).trim();
    const after = place.slice(match.index + code.length).trim();
    const alone = before === '' && after === '';
    const bracketed = before.endsWith('(') && after.startsWith(')');
    const name = DEPARTEMENTS.find((one) => one.code === departement(code).value)?.nom;
    const named = name !== undefined && before === '' && plain(after) === plain(name);
    return alone || bracketed || named ? [code] : [];
  });
}

const BY_NAME: ReadonlyMap<string, string> = new Map(DEPARTEMENTS.map(({ code, nom }) => [plain(nom), code]));

/** Lower case, letters only. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toLowerCase();
}
