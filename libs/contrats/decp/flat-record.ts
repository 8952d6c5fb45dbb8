import { field, type Fields } from './fields.js';

/**
 * Some consolidations flatten a record to one row: `acheteur_id`, one `titulaire_id` of several. Such a row in the shape of
 * the schema; any other record as it is.
 */
export function unflattened(record: Fields): Fields {
  const id = field(record, 'acheteur_id');
  if (id === undefined || field(record, 'acheteur') !== undefined) return record;
  const acheteur = { id, nom: field(record, 'acheteur_nom') };
  const titulaire = {
    id: field(record, 'titulaire_id'),
    typeIdentifiant: field(record, 'titulaire_typeIdentifiant'),
    denominationSociale: field(record, 'titulaire_denominationSociale'),
  };
  return { ...record, acheteur, titulaires: field(record, 'titulaires') ?? [titulaire] };
}
