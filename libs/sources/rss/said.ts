import type { SourceCode } from '../registry.js';
import { withPlace } from './buyer.js';
import { labelled } from './labelled.js';
import type { Label } from './labels.js';

/** What a title and a description say, label by label, in the words of the source. */
export interface Said {
  titre: string | null;
  values: ReadonlyMap<Label, readonly string[]>;
  /** Lines without a label that say something of the notice. */
  prose: string[];
}

const REFERENCE = /\[\s*r[ée]f\.?\s*:?\s*([^\]]{1,100})\]/iu;

export function saidIn(source: SourceCode, titre: string | null, lines: readonly string[]): Said {
  const { values, prose } = labelled(lines);
  const said: Said = { titre: titre?.replace(REFERENCE, '').trim() ?? null, values, prose };
  return source === 'aws' ? likeAwsRow(said, titre) : said;
}

/** A row of AWS has no labels for its first lines: the buyer with its postcode, then `[réf. …]` and the object. */
function likeAwsRow({ titre, values, prose }: Said, rawTitle: string | null): Said {
  const found = new Map(values);
  const reference = [rawTitle ?? '', ...prose]
    .map((line) => REFERENCE.exec(line)?.[1])
    .find((ref) => ref !== undefined);
  if (reference !== undefined && !found.has('reference')) found.set('reference', [reference.trim()]);
  const buyer = prose.find((line) => withPlace(line) !== null);
  if (buyer !== undefined && !found.has('acheteur')) found.set('acheteur', [buyer]);
  const rest = prose.filter((line) => line !== buyer).map((line) => line.replace(REFERENCE, '').trim());
  return { titre, values: found, prose: rest.filter((line) => line !== '') };
}
