import type { Lot } from '#contract/avis';
import type { Publication } from '../publication.js';
import { line } from '../values/text.js';
import { at, descendants, has, scalar } from './json.js';
import type { BoampRecord } from './record.js';

const BLOCKS = ['ATTRIBUTION', 'FNSimple.attribution', 'MAPA.attribution'];
const LOT_NUMBER = /^num_?lot$/i;

/**
 * Which lots a national award ends. It closes the notice when the procedure is discontinued (`SANS_SUITE`) or when every
 * lot that it declares is decided; one that declares none awards the whole, whatever numbers its decisions bear (seen:
 * the contract's own number as `NUM_LOT`).
 */
export function awardScope(
  { donnees }: BoampRecord,
  declared: readonly Lot[],
): Pick<Publication, 'closes' | 'lots_concernes'> {
  const block = BLOCKS.map((path) => at(donnees, path)).find((found) => found !== undefined);
  const numbers = [...descendants(block)].flatMap(([name, element]) =>
    LOT_NUMBER.test(name) ? (line(scalar(element)) ?? []) : [],
  );
  const decided = new Set(numbers);
  const complete = declared.every(({ numero }) => decided.has(numero));
  return { closes: complete || has(block, 'SANS_SUITE'), lots_concernes: [...decided] };
}
