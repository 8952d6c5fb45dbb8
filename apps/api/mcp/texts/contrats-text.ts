import type { ContratServi } from '#contract/contrats';
import { contratLine } from './contrat-line.js';
import { nextCursor, whenNone } from './going-on.js';
import { counted, numbered, paragraphs } from './words.js';

/** `meta` of the lists by day. */
export interface MetaListe {
  limite: number;
  curseur_suivant: string | null;
  total: number | null;
}

/** Of `search_contrats`. */
export function contratsText({ data, meta }: { data: ContratServi[]; meta: MetaListe }): string {
  return paragraphs(
    listHead(data.length, meta.total, ['contrat', 'contrats']),
    whenNone(meta.total ?? (data.length === 0 ? 0 : null)),
    numbered(data.map((contrat) => contratLine(contrat))),
    nextCursor('search_contrats', meta.curseur_suivant),
  );
}

/** How many there are, where it is known, and how many are shown. */
export function listHead(shown: number, total: number | null, [one, many]: readonly [string, string]): string {
  if (total === null) return `${counted(shown, one, many)} sur cette page.`;
  return `${counted(total, one, many)} en tout, ${counted(shown, 'montré', 'montrés')} ici.`;
}
