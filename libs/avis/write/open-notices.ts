/**
 * Ids of what is held of the source $1 as open at the instant $2, served or not, retired for its absence apart: a SQL
 * query. Of a row that is not served the dates are those of its facts: the row keeps those of its last service.
 */
export const OPEN_NOTICES = `
  select a.id from write.avis a left join read.avis r on r.id = a.id
  where a.source = $1 and a.servable and a.remplace_par is null
    and case when r.statut <> 'retire' then r.statut = 'ouvert' and r.date_limite > $2::timestamptz
      else (a.facts #>> '{content,date_limite}')::timestamptz > $2::timestamptz and a.facts ->> 'cloture' is null end
    and not exists (select from write.suppression s where s.avis_id = a.id)
    and not exists (select from write.disparition g where g.avis_id = a.id and g.retiree_le is not null)`;
