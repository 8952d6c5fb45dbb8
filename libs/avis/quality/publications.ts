import type { EntityManager } from 'typeorm';
import { type OfMonth, parametersOf, type QualityScope, within } from './scope.js';

/** Served fields, each with the condition under which a source's own publication `c` gives it. */
const GIVEN = {
  titre: 'c.titre is not null',
  description: `c.description <> ''`,
  budget: 'c.budget is not null',
  cpv: 'c.cpv is not null',
  date_limite: 'c.date_limite is not null',
  type_marche: 'c.type_marche is not null',
  procedure: 'c.procedure is not null',
  'acheteur.nom': `c.acheteur ->> 'nom' is not null`,
  'acheteur.siret': `c.acheteur ->> 'siret' is not null`,
  'acheteur.departement': `c.acheteur ->> 'departement' is not null`,
  lien_source: 'c.lien_source is not null',
  nb_lots: 'c.nb_lots is not null',
  lots: 'json_array_length(c.lots) > 0',
  criteres: 'c.criteres is not null',
  duree_mois: 'c.duree_mois is not null',
  lieu_execution: 'c.lieu_execution is not null',
  date_debut_prestation: 'c.date_debut_prestation is not null',
  forme_prix: 'c.forme_prix is not null',
  url_profil_acheteur: 'c.url_profil_acheteur is not null',
  renseignements_complementaires: 'c.renseignements_complementaires is not null',
  capacites: `coalesce(c.capacites ->> 'economique', c.capacites ->> 'technique', c.capacites ->> 'exercice') is not null`,
} as const;

export type QualityField = keyof typeof GIVEN;

const COLUMNS = `titre text, description text, budget text, cpv text, date_limite text, type_marche text, procedure text,
  acheteur json, lien_source text, nb_lots text, lots json, criteres text, duree_mois text, lieu_execution text,
  date_debut_prestation text, forme_prix text, url_profil_acheteur text, renseignements_complementaires text, capacites json`;

export interface PublicationFigures extends OfMonth {
  publications: number;
  corrections: number;
  annulations: number;
  attributions: number;
  /** Tender notices: what the fill rates are of. */
  initiales: number;
  /** Of which with the deadline before the day of publication. */
  echeances_passees: number;
  /** Of which give each field. */
  donnes: Record<QualityField, number>;
}

/** Counts publications by source and month of publication: one pass over the table, memory of its groups. */
export function publicationFigures(
  db: Pick<EntityManager, 'query'>,
  scope: QualityScope,
): Promise<PublicationFigures[]> {
  const given = Object.entries(GIVEN).map(
    ([field, condition]) => `'${field}', count(*) filter (where p.kind = 'initial' and ${condition})`,
  );
  return db.query<PublicationFigures[]>(
    `select p.source, to_char(p.date_publication, 'YYYY-MM') as mois, count(*)::int as publications,
       count(*) filter (where p.kind = 'correction')::int as corrections,
       count(*) filter (where p.kind = 'cancellation')::int as annulations,
       count(*) filter (where p.kind = 'attribution')::int as attributions,
       count(*) filter (where p.kind = 'initial')::int as initiales,
       count(*) filter (where p.kind = 'initial' and c.date_limite::timestamptz < p.date_publication at time zone 'Europe/Paris')::int
         as echeances_passees,
       json_build_object(${given.join(', ')}) as donnes
     from write.publication p
     left join lateral json_to_record(case when p.kind = 'initial' then p.body -> 'content' end) as c (${COLUMNS}) on true
     where ${within('p.source', 'p.date_publication')}
     group by 1, 2 order by 1, 2 desc nulls last`,
    parametersOf(scope),
  );
}
