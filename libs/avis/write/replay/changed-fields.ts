/** Served fields that change, each with its values before and after as short texts; null for a field that is absent or null. */
export type ChangedFields = Record<string, [before: string | null, after: string | null]>;

type Form = Readonly<Record<string, unknown>>;

const TEXT_MAX = 80;
/** `acheteur.siret`, `criteres.attribution`: below, keys are the publisher's own. */
const DEEPEST = 2;
/** Facts of the row, not of the notice. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['id', 'version']);

/**
 * Names the fields in which two served forms differ, as the contract names them: `titre`, `acheteur.siret`,
 * `lots.budget`. Lists of different lengths differ as a whole (`lots`).
 * @param before null for a notice that has no served form.
 */
export function changedFields(before: Form | null, after: Form): ChangedFields {
  const changed: ChangedFields = {};
  compare(before ?? {}, after, '', 1, changed);
  return changed;
}

function compare(before: Form, after: Form, prefix: string, depth: number, changed: ChangedFields): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (depth === 1 && NOT_COMPARED.has(key)) continue;
    const [old, now] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    const path = prefix + key;
    if (depth < DEEPEST && isForm(old) && isForm(now)) compare(old, now, `${path}.`, depth + 1, changed);
    else if (depth < DEEPEST && areForms(old) && areForms(now) && old.length === now.length) {
      old.forEach((one, index) => compare(one, now[index] ?? {}, `${path}.`, depth + 1, changed));
    } else changed[path] ??= [shortText(old), shortText(now)];
  }
}

function isForm(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areForms(value: unknown): value is Form[] {
  return Array.isArray(value) && value.length > 0 && value.every(isForm);
}

function shortText(value: unknown): string | null {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const characters = Array.from(text);
  return characters.length <= TEXT_MAX ? text : `${characters.slice(0, TEXT_MAX - 1).join('')}…`;
}
