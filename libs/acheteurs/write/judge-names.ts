import type { QueryRunner } from 'typeorm';
import type { Acheteur } from '../acheteur.js';
import { deduceSiret } from '../deduce.js';
import type { StepContext } from './step.js';

const PAGE = 1_000;

interface Asked {
  cle: string;
  departements: (string | null)[];
  homonymes: Pick<Acheteur, 'siret' | 'departement' | 'partage'>[];
}

/**
 * Judges each name and department under which notices without SIRET were published, once for all these notices:
 * `verdict` (cle, departement, issue, siret).
 */
export async function judgeNames(session: QueryRunner, { onStep, signal }: StepContext): Promise<void> {
  await session.query(`
    create temp table demande as
      select cle, array_agg(distinct departement) as departements
      from candidat where pourvu is null and cle is not null group by cle;
    create unique index on demande (cle);
    create temp table verdict (cle text collate "C", departement text, issue text, siret text);
    analyze demande`);
  const [count] = (await session.query('select count(*)::int as n from demande')) as { n: number }[];
  let last = '';
  for (let done = 0; ;) {
    onStep('deduction', done, count?.n ?? 0);
    signal.throwIfAborted();
    const page = (await session.query(
      `select d.cle, d.departements, coalesce((
         select json_agg(json_build_object('siret', a.siret, 'departement', a.departement, 'partage', a.partage))
         from homonyme h join acheteur_lu a using (siret) where h.cle = d.cle), '[]') as homonymes
       from (select * from demande where cle > $1 order by cle limit $2) as d order by d.cle`,
      [last, PAGE],
    )) as Asked[];
    if (page.length === 0) break;
    const verdicts = page.flatMap(({ cle, departements, homonymes }) =>
      departements.map((departement) => ({ cle, departement, ...deduceSiret(departement, homonymes) })),
    );
    await session.query(
      `insert into verdict select cle, departement, issue, siret
       from json_to_recordset($1::json) as r (cle text, departement text, issue text, siret text)`,
      [JSON.stringify(verdicts)],
    );
    last = page.at(-1)?.cle ?? last;
    done += page.length;
  }
  await session.query('analyze verdict');
}
