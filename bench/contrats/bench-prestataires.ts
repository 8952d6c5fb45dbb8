import pg from 'pg';
import { searchPrestataires } from '#contrats/read/prestataires';
import type { PrestatairesSearch } from '#contrats/read/prestataires-queries';
import { timed, Times } from './timing.js';

const WARM_RUNS = 2;
type Given = Partial<PrestatairesSearch>;

const WORDS: Given[] = ['sarl', 'batiment', 'construction travaux', 'durogau', 'ma', 'vi', 'zz', 'introuvable'].map(
  (q) => ({
    q,
    tri: 'pertinence',
  }),
);
const DEPARTEMENTS: Given[] = ['75', '35', '988'].map((departement) => ({ departement }));
const DIVISIONS: Given[] = ['45', '77', '41', '99'].map((cpv) => ({ cpv }));
const TAILLES: Given[] = [{ taille: 'PME' }, { taille: 'ETI' }, { taille: 'GE' }];
const TRIS: Given[] = [{ tri: 'contrats' }, { tri: 'montant' }];
const PAGES: Given[] = [
  { page: 1, per_page: 20 },
  { page: 10, per_page: 100 },
];

const cross = (...lists: Given[][]): Given[] =>
  lists.reduce((all, list) => all.flatMap((one) => list.map((other) => ({ ...one, ...other }))));

const KINDS: Record<string, Given[]> = {
  'no filter': cross(TRIS, PAGES),
  departement: cross(DEPARTEMENTS, TRIS, PAGES),
  cpv: cross(DIVISIONS, TRIS, PAGES),
  taille: cross(TAILLES, TRIS, PAGES),
  'departement × cpv': cross(DEPARTEMENTS, DIVISIONS, TRIS, PAGES),
  'departement × taille': cross(DEPARTEMENTS, TAILLES, TRIS, PAGES),
  'cpv × taille': cross(DIVISIONS, TAILLES, TRIS, PAGES),
  'q, pertinence': cross(WORDS, PAGES),
  'q, other orders': cross(WORDS, TRIS, PAGES),
  'q × departement': cross(WORDS, DEPARTEMENTS, PAGES),
  'q × cpv': cross(WORDS, DIVISIONS, PAGES),
  'q × taille': cross(WORDS, TAILLES, PAGES),
};

/** Lists of contractors: every filter and pair, every order, first and deepest page. */
export async function benchPrestataires(address: string, owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from read.prestataire');
  console.log(
    `| ${String(rows[0]?.n)} contractors | queries | cold: median | p99 | max | warm: median | p99 | max |\n|---|---|---|---|---|---|---|---|`,
  );
  const slowest: string[] = [];
  const warm = new pg.Client(address);
  await warm.connect();
  for (const [kind, choices] of Object.entries(KINDS)) {
    const times = { cold: new Times(), warm: new Times() };
    for (const given of choices) {
      const search = {
        q: undefined,
        departement: undefined,
        cpv: undefined,
        taille: undefined,
        ...given,
      } as PrestatairesSearch;
      const what = JSON.stringify(given);
      const client = new pg.Client(address);
      await client.connect();
      times.cold.add(await timed(() => searchPrestataires(client, search), client), what);
      await client.end();
      for (let run = 0; run < WARM_RUNS; run += 1) {
        times.warm.add(await timed(() => searchPrestataires(warm, search), warm), what);
      }
    }
    console.log(`| ${kind} | ${times.cold.count} | ${times.cold.cells} | ${times.warm.cells} |`);
    slowest.push(`${kind}: ${times.cold.what}`);
  }
  console.log(`\nSlowest cold query of each:\n${slowest.join('\n')}`);
  await warm.end();
}
