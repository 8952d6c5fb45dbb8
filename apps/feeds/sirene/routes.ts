import { companiesOf } from '../decp/contract.js';
import { type Answer, type Ask } from '../http/answer.js';
import { type World } from '../world.js';
import { zipped } from './archive.js';
import { etablissementLines, uniteLines } from './stock.js';

/** Companies of SIRENE for one that is in the registers. */
const COMPANIES_FOR_ONE = 10;

const FILES = [
  { name: 'StockUniteLegale_utf8', lines: uniteLines },
  { name: 'StockEtablissement_utf8', lines: etablissementLines },
] as const;

/** `/sirene/StockUniteLegale_utf8.zip` and its like; a new edition at the beginning of each month. Null for another path. */
export function sireneRoute(world: World, ask: Ask): Answer | null {
  const { timeline } = world;
  const file = FILES.find(({ name }) => ask.path === `/sirene/${name}.zip`);
  if (file === undefined) return null;
  const month = new Date(world.now()).toISOString().slice(0, 7);
  const etag = `"sirene-${timeline.seed}-${timeline.size}-${month}"`;
  const headers = { etag, 'last-modified': new Date(`${month}-01T00:00:00Z`).toUTCString() };
  if (ask.headers['if-none-match'] === etag) return { status: 304, type: 'application/zip', body: '', headers };
  const companies = companiesOf(timeline.size) * COMPANIES_FOR_ONE;
  return {
    status: 200,
    type: 'application/zip',
    encoding: 'latin1',
    headers,
    body: zipped(`${file.name}.csv`, file.lines({ seed: timeline.seed, companies })),
  };
}
