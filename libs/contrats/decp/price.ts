import type { FormePrix } from '#contract/vocabulary';
import { field, type Fields, itemsOf, part } from './fields.js';
import { labelKey } from './labels.js';

const FORMS: ReadonlyMap<string, FormePrix> = new Map([
  ['ferme', 'ferme'],
  ['definitifferme', 'ferme'],
  ['fermeetactualisable', 'ferme_actualisable'],
  ['fermeactualisable', 'ferme_actualisable'],
  ['actualisable', 'ferme_actualisable'],
  ['definitifactualisable', 'ferme_actualisable'],
  ['revisable', 'revisable'],
  ['definitifrevisable', 'revisable'],
  ['provisoire', 'autre'],
]);

/**
 * How the price varies: `formePrix` of 2019, `typesPrix` of 2022 (also spelt `typePrix`, `TypePrix`). `formePrix` of 2022
 * (Unitaire, Forfaitaire, Mixte) is another notion and says nothing here. Several different types are « autre ».
 */
export function readPriceForm(record: Fields): FormePrix | null {
  const written = [
    field(record, 'formePrix'),
    ...itemsOf(part(record, 'typesPrix', 'typePrix', 'TypePrix'), 'typePrix'),
  ];
  const forms = new Set<FormePrix>();
  for (const label of written) {
    const form = typeof label === 'string' ? FORMS.get(labelKey(label)) : undefined;
    if (form !== undefined) forms.add(form);
  }
  const [only] = forms;
  return forms.size > 1 ? 'autre' : (only ?? null);
}
