import type { FormePrix, TypeMarche } from '#contract/vocabulary';
import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { line } from '../values/text.js';
import { listeDeTextes, markerOf, scalarAt } from './json.js';
import type { BoampRecord } from './record.js';

const TYPES: Readonly<Record<string, TypeMarche>> = {
  TRAVAUX: 'Travaux',
  SERVICE: 'Services',
  SERVICES: 'Services',
  FOURNITURE: 'Fournitures',
  FOURNITURES: 'Fournitures',
};

/** Type of contract: the first of the flat list, else the marker that the shape gives (`{"travaux": ""}`). */
export function typeMarche(record: BoampRecord, marker: unknown): Cleaned<TypeMarche> {
  const word = listeDeTextes(record.flat.type_marche)[0] ?? markerOf(marker);
  if (word === null) return kept<TypeMarche>(null);
  const type = TYPES[word.toUpperCase()];
  return type === undefined ? refused('valeur_inconnue', word) : kept(type);
}

/** French labels of the classic markers under PROCEDURE.TYPE_PROCEDURE and of the flat `type_procedure`. */
const PROCEDURES: Readonly<Record<string, string>> = {
  OUVERT: 'Procédure ouverte',
  RESTREINT: 'Procédure restreinte',
  RESTREINT_ACCELERE: 'Procédure restreinte accélérée',
  PROCEDURE_ADAPTE: 'Procédure adaptée',
  NEGOCIE: 'Procédure négociée',
  NEGOCIE_ACCELERE: 'Procédure négociée accélérée',
  DIALOGUE_COMPETITIF: 'Dialogue compétitif',
  CONCOURS_OUVERT: 'Concours ouvert',
  CONCOURS_RESTREINT: 'Concours restreint',
  AUTRE: 'Autre procédure',
};

/** Label of the procedure: known codes alike in every shape, else the gazette's label (« Procédure NC » says nothing). */
export function procedureLabel(record: BoampRecord, marker: unknown): string | null {
  const code = scalarAt(record.flat, 'type_procedure') ?? markerOf(marker);
  const known = code === null ? undefined : PROCEDURES[String(code).trim().toUpperCase()];
  if (known !== undefined) return known;
  const label = line(scalarAt(record.flat, 'procedure_libelle'));
  return label === null || /\bNC$/.test(label) ? null : label;
}

/** Form of price said in prose; null when it says none or two. */
export function formePrix(...prose: (string | null)[]): FormePrix | null {
  const said = prose.filter((part) => part !== null).join('\n');
  const forms = new Set<FormePrix>();
  for (const [, words = ''] of said.matchAll(/\bprix\b([^.;\n]{0,80})/gi)) {
    if (/\bfermes?\b[^.;]{0,20}\bactualisables?\b/i.test(words)) forms.add('ferme_actualisable');
    else if (/\bnon[ -]révisables?\b|\bfermes?\b/i.test(words)) forms.add('ferme');
    else if (/\brévisables?\b/i.test(words)) forms.add('revisable');
  }
  const [only] = forms;
  return forms.size === 1 && only !== undefined ? only : null;
}
