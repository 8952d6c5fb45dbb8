import type { MatchNotice } from '../notice.js';

type Overrides = Partial<Omit<MatchNotice, 'keys' | 'acheteur'>> & {
  keys?: Partial<MatchNotice['keys']>;
  acheteur?: Partial<MatchNotice['acheteur']>;
};

/** A notice as a gazette tells it; anything can be overridden. */
export function notice(id: string, overrides: Overrides = {}): MatchNotice {
  return {
    id,
    source: 'boamp',
    identifiants: [id],
    titre: 'Réfection de la couverture du groupe scolaire Jean-Moulin à Saint-Aubin',
    dates_limites: ['2026-12-15T11:00:00Z'],
    date_publication: '2026-11-10',
    cpv: '45261210',
    type_marche: 'Travaux',
    budget: null,
    nb_lots: null,
    departements: ['35'],
    ...overrides,
    acheteur: { nom: 'Commune de Saint-Aubin', siret: null, departement: '35', ...overrides.acheteur },
    keys: {
      procedure_uuid: null,
      joue: [],
      boamp: [],
      consultations: [],
      reference_acheteur: null,
      ...overrides.keys,
    },
  };
}

/** The same notice as a portal lists it: no CPV, its own number, a shorter name, capitals. */
export function listed(id: string, overrides: Overrides = {}): MatchNotice {
  return notice(id, {
    source: 'megalis_bretagne',
    titre: 'REFECTION DE LA COUVERTURE DU GROUPE SCOLAIRE JEAN-MOULIN A SAINT-AUBIN',
    date_publication: '2026-11-11',
    cpv: null,
    ...overrides,
    acheteur: { nom: 'Mairie de SAINT AUBIN', ...overrides.acheteur },
  });
}
