import pg from 'pg';
import { compteOf } from '#opportunites/read/testing/many-opportunites';
import { COMPTES } from './data.js';
import { drawSameHits, drawSamePrestataires, type SameHits, type SamePrestataires } from './same-hits.js';

/** Values of each operation. */
export const DRAWS = 40;

export interface DrawnAvis {
  n: number;
  id: string;
  source: string;
  departement: string | null;
  cpv: string | null;
  type_marche: string | null;
  acheteur_siret: string | null;
  budget: number | null;
  jour_limite: string | null;
  date_publication: string;
  completude: number;
  commune: string | null;
}

export interface DrawnContrat {
  acheteur_siret: string;
  departement: string | null;
  cpv: string | null;
  montant: number | null;
  siren: string;
  siret: string;
}

/** Values drawn from the data: a common one comes as often as it is common. */
export interface Draws {
  size: number;
  avis: DrawnAvis[];
  contrats: DrawnContrat[];
  attributions: { acheteur_siret: string | null; departement: string | null; cpv: string | null }[];
  prestataires: {
    slug: string;
    nom_tri: string;
    departement: string | null;
    division_cpv: string | null;
    taille: string | null;
  }[];
  comptes: string[];
  sameHits: SameHits;
  samePrestataires: SamePrestataires;
  /** Versions of notices at these shares of the walk. */
  versionAt: (share: number) => string;
}

export async function draw(url: string, size: number): Promise<Draws> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  try {
    const sample = (rows: number) =>
      `(select distinct 1 + abs(hashint8(k)) % ${rows} from generate_series(1, ${DRAWS}) k)`;
    const avis = await all<DrawnAvis>(
      `select n, a.id, source, departements[1] as departement, cpv, type_marche, acheteur_siret, budget::float8 as budget,
         jour_limite::text, date_publication::text, completude,
         (select w from unnest(tsvector_to_array(recherche)) w where w like 'commune%') as commune
       from unnest(array${sample(size)}) n join read.avis a on a.id = md5(n::text)::uuid order by md5(n::text)`,
    );
    const contrats = await all<DrawnContrat>(
      `select c.acheteur_siret, c.departement, c.cpv, c.montant::float8 as montant, t.siren, t.siret
       from unnest(array${sample(size * 2)}) s join lateral (
         select * from read.contrat_titulaire t where t.n between s and s + 50 and t.siret is not null order by t.n limit 1
       ) t on true join read.contrat c on c.n = t.n order by md5(c.n::text)`,
    );
    const attributions = await all<Draws['attributions'][number]>(
      `select acheteur_siret, departement, cpv from unnest(array${sample(size)}) n
       join read.attribution a on a.id = md5(n::text)::uuid order by md5(n::text)`,
    );
    const prestataires = await all<Draws['prestataires'][number]>(
      `select slug, nom_tri, departement, division_cpv, taille from read.prestataire order by md5(siren) limit ${DRAWS}`,
    );
    const [bounds] = await all<{ first: string; span: number }>(
      `select extract(epoch from min(version)) as first, extract(epoch from max(version) - min(version))::float8 as span from read.avis`,
    );
    const first = Number(bounds?.first);
    const comptes = Array.from({ length: COMPTES }, (_, n) => compteOf(n + 1));
    return {
      ...{ size, avis, contrats, attributions, prestataires, comptes },
      sameHits: await drawSameHits(client, DRAWS),
      samePrestataires: await drawSamePrestataires(client, DRAWS),
      versionAt: (share) => new Date(1_000 * (first + share * (bounds?.span ?? 0))).toISOString().replace('Z', '000Z'),
    };
  } finally {
    await client.end();
  }
}

/** The i-th of the values, again from the start after the last. */
export function nth<T>(values: readonly T[], i: number): T {
  const value = values[i % values.length];
  if (value === undefined) throw new Error('Nothing to draw from: the database is empty');
  return value;
}
