import { type Item } from '../../listing/item.js';

/** An open consultation of PLACE, made by hand; `numero` tells it from others. */
export function itemOf(numero: number, changes: Partial<Item> = {}): Item {
  const publie = Date.parse('2026-11-02T09:30:00Z');
  return {
    source: 'place',
    numero,
    organisme: 'a1b',
    reference: `2026-${numero}`,
    titre: `Entretien des espaces verts, secteur ${numero}`,
    objet: 'Tonte, taille et désherbage des espaces verts de la ville.',
    acheteur: { nom: "VILLE D'ARRAS", code_postal: '62000', ville: 'Arras', siret: null },
    type_marche: 'Services',
    procedure: { abrege: 'PA', libelle: 'Procédure adaptée' },
    publie,
    modifie: publie,
    limite: { jour: '2026-12-20', heure: '12:00' },
    lots: [],
    cpv: [],
    departements: ['62'],
    budget: null,
    cite: { boamp: null, joue: null },
    consultation: null,
    etat: 'ouverte',
    evenements: [{ quoi: 'initial', quand: publie }],
    ...changes,
  };
}
