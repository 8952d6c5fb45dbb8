import pg from 'pg';
import { listContrats, type ContratPosition } from '#contrats/read/contrats';
import type { FilterValues, Given } from '#contrats/read/testing/drawn-filters';
import { timed, Times } from './timing.js';

const LIMITE = 50;
const PAGES = [1, 10, 100, 1_000];
const RUNS = 25;

/** The same walk at its first and its deepest pages. */
export async function benchWalks(address: string, values: FilterValues): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  const biggest = (name: keyof FilterValues): Given => values[name][0] ?? {};
  const walks: Given[] = [
    biggest('acheteur_siret'),
    biggest('departement'),
    { cpv: '45' },
    { cpv: '4526' },
    biggest('titulaire_siren'),
    { ...biggest('departement'), cpv: '45' },
    { ...biggest('departement'), montant_min: 50_000 },
  ];
  console.log(
    `| walk, pages of ${LIMITE}, ms (median of ${RUNS}) | ${PAGES.join(' | ')} |\n|---|${'---|'.repeat(PAGES.length)}`,
  );
  for (const filters of walks) {
    const cells: string[] = [];
    const starts = await startsOf(client, filters);
    for (const page of PAGES) {
      if (!starts.has(page)) {
        cells.push('—');
        continue;
      }
      const times = new Times();
      const after = starts.get(page);
      for (let run = 0; run < RUNS; run += 1) {
        times.add(await timed(() => listContrats(client, { filters, after, limite: LIMITE }, false), client), '');
      }
      cells.push(times.quantile(0.5).toFixed(2));
    }
    console.log(`| ${JSON.stringify(filters)} | ${cells.join(' | ')} |`);
  }
  console.log('');
  await client.end();
}

/** Where each page that there is begins. */
async function startsOf(client: pg.Client, filters: Given): Promise<Map<number, ContratPosition | undefined>> {
  const starts = new Map<number, ContratPosition | undefined>();
  let after: ContratPosition | undefined;
  for (let page = 1; page <= Math.max(...PAGES); page += 1) {
    if (PAGES.includes(page)) starts.set(page, after);
    const { next } = await listContrats(client, { filters, after, limite: LIMITE }, false);
    if (next === null) break;
    after = next;
  }
  return starts;
}
