import type { QueryRunner } from 'typeorm';
import { nameKey } from '../name-key.js';
import type { StepContext } from './step.js';

const PAGE = 5_000;
/** Bytes: what is longer is no name, and no index takes it. */
const LONGEST_NAME = 1_200;

/**
 * Who is named as buyer, by notices and by awards, and under which key: `mention` (avis_id null for an award) and
 * `nom_vu` (nom, cle). One pass over the documents; names are normalised once each.
 */
export async function readMentions(session: QueryRunner, { onStep, signal }: StepContext): Promise<void> {
  onStep('mentions', 0, 1);
  await session.query(`
    create temp table mention as
      select avis_id, case when octet_length(nom) <= ${LONGEST_NAME} then nom end collate "C" as nom, siret, departement
      from (
        select p.avis_id, a.* from write.match_notice p
          cross join lateral json_to_record(p.notice -> 'acheteur') as a (nom text, siret text, departement text)
        union all
        select null, a.* from write.attribution t
          cross join lateral json_to_record(t.facts -> 'content' -> 'acheteur') as a (nom text, siret text, departement text)
      ) as published;
    create temp table nom_a_lire as select distinct nom from mention where nom is not null;
    create unique index on nom_a_lire (nom);
    create temp table nom_vu (nom text collate "C", cle text collate "C");
    analyze mention, nom_a_lire`);
  onStep('mentions', 1, 1);
  const [count] = (await session.query('select count(*)::int as n from nom_a_lire')) as { n: number }[];
  let last = '';
  for (let done = 0; ;) {
    onStep('names', done, count?.n ?? 0);
    signal.throwIfAborted();
    const rows = (await session.query('select nom from nom_a_lire where nom > $1 order by nom limit $2', [
      last,
      PAGE,
    ])) as { nom: string }[];
    if (rows.length === 0) break;
    const noms = rows.map(({ nom }) => nom);
    await session.query(
      'insert into nom_vu select nom, cle from unnest($1::text[], $2::text[]) as n (nom, cle) where cle is not null',
      [noms, noms.map(nameKey)],
    );
    last = noms.at(-1) ?? last;
    done += noms.length;
  }
  await session.query('create unique index on nom_vu (nom); analyze nom_vu');
}
