import type { AvisContent } from '#contract/avis';
import type { CollectedBatch, Normalise, RawDocument } from '#sources/adapter';
import type { Publication } from '#sources/publication';

/** A publication with plausible values; anything can be overridden. */
export function publication(
  identifiant: string,
  overrides: Partial<Omit<Publication, 'content'>> & { content?: Partial<AvisContent> } = {},
): Publication {
  const kind = overrides.kind ?? 'initial';
  const whole = overrides.whole ?? kind !== 'correction';
  return {
    source: 'boamp',
    identifiant,
    kind,
    aliases: [],
    cites: [],
    closes: kind === 'cancellation' || kind === 'attribution',
    lots_concernes: [],
    motif: null,
    date_publication: '2026-10-01',
    keys: { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null },
    anomalies: [],
    ...overrides,
    whole,
    content: whole ? wholeContent(identifiant, overrides.content) : (overrides.content ?? {}),
  };
}

export function wholeContent(identifiant: string, overrides: Partial<AvisContent> = {}): AvisContent {
  return {
    titre: `Réfection de la toiture ${identifiant}`,
    description: `Travaux de couverture et de zinguerie, marché ${identifiant}.`,
    budget: 120000,
    cpv: '45261000',
    date_limite: '2027-01-15T11:00:00Z',
    type_marche: 'Travaux',
    procedure: 'Procédure ouverte',
    acheteur: { nom: 'Commune de Saint-Étienne', siret: '21420218300017', departement: '42' },
    lien_source: `https://www.boamp.fr/avis/detail/${identifiant}`,
    nb_lots: 1,
    lots: [{ numero: '1', description: 'Couverture', budget: null, cpv: '45261000' }],
    criteres: { selection: null, attribution: { prix: 60, 'valeur technique': 40 } },
    duree_mois: 12,
    lieu_execution: { departements: ['42'], code_nuts: 'FRK25' },
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: null,
    renseignements_complementaires: null,
    capacites: { economique: null, technique: null, exercice: null },
    ...overrides,
  };
}

/** A raw document that is the JSON of its publication: what `readsPublications` normalises. */
export function documentOf(one: Publication): RawDocument {
  return {
    source: one.source,
    identifiant: one.identifiant,
    format: 'boamp-json',
    url: `https://example.org/${one.identifiant}`,
    body: Buffer.from(JSON.stringify(one)),
  };
}

export function batchOf(publications: readonly Publication[], position: Record<string, unknown> = {}): CollectedBatch {
  return { documents: publications.map(documentOf), position, faults: [], progress: null };
}

/** Normaliser of `documentOf`: throws for a document that says `"throw"`, rejects what is no JSON. */
export const readsPublications: Normalise = ({ body, identifiant }) => {
  const text = body.toString('utf8');
  if (text === '"throw"') throw new Error('a defect of the normaliser');
  try {
    return { ok: true, publication: JSON.parse(text) as Publication };
  } catch {
    return { ok: false, rejection: { reason: 'malformed', detail: 'no JSON', identifiant } };
  }
};

export const normaliserOf = (): Normalise => readsPublications;
