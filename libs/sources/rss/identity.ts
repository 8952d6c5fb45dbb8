import { createHash } from 'node:crypto';
import type { SourceCode } from '../registry.js';

/** Where each platform's addresses and guids carry the number of the notice; the first that is found. */
const NUMBERS: Partial<Record<SourceCode, readonly RegExp[]>> = {
  aws: [/\b(MPI-pub-\w+)/i, /[?&]IDM=(\d+)/i],
  achatpublic: [/\b(CSL_[\w-]+)/i],
  marches_securises: [/[?&]cle_dce=([\w-]+)/i, /[?&]module=consultation(?:\||%7C)(\d+)/i],
  e_marchespublics: [/\/annonce_marche_public_(?:\d+_)?(\d+)/i, /\/appel-offre\/\D[^?#]*\/(\d{4,})\/\d+/i],
  xmarches: [/[?&]key=([\w-]+)/i],
};
/**
 * A guid or an address that says no number stands for itself up to this length, beyond it by its fingerprint: with the
 * longest suffix (kind.ts) it must fit a stored identifier (libs/avis/write/publication-check.ts).
 */
const LONGEST = 140;

/**
 * The source's own number of a notice, stable for its life: found in the item's addresses or its guid, else the guid or the
 * address itself. Null where the item has neither.
 * @param names guid first, then addresses.
 */
export function identifiantOf(source: SourceCode, names: readonly string[]): string | null {
  for (const rule of NUMBERS[source] ?? []) {
    for (const name of names) {
      const number = rule.exec(name)?.[1];
      if (number !== undefined && number.length <= LONGEST) return number;
    }
  }
  const [first] = names;
  if (first === undefined) return null;
  return names.find((name) => name.length <= LONGEST) ?? createHash('sha256').update(first).digest('hex');
}
