import type { Normalised, Publication } from '#sources/publication';
import { withBoundedTexts } from './bounded-texts.js';
import { wellFormed } from './well-formed.js';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const KINDS = new Set(['initial', 'correction', 'cancellation', 'attribution']);
/** read.avis.budget is numeric(17, 2). */
const BUDGET_MAX = 1e15;
const IDENTIFIANT_MAX = 200;

/**
 * The border between the normalisers and the database: a publication that could not be stored or served becomes an
 * `internal` rejection here, so that it can never block the others. A text out of all proportion only loses its value.
 * @param source of the document.
 */
export function checkNormalised(source: string, normalised: Normalised): Normalised {
  const clean = wellFormed(normalised);
  if (!clean.ok) return clean;
  const fault = faultOf(source, clean.publication);
  if (fault === null) return { ok: true, publication: withBoundedTexts(distinctCites(clean.publication)) };
  return {
    ok: false,
    rejection: {
      reason: 'internal',
      detail: `The normaliser gave ${fault}`,
      identifiant: clean.publication.identifiant,
    },
  };
}

function faultOf(source: string, { identifiant, kind, content, ...publication }: Publication): string | null {
  if (publication.source !== source) return `a publication of ${publication.source} for a document of ${source}`;
  if (identifiant.trim() === '' || identifiant.length > IDENTIFIANT_MAX) return 'no usable identifiant';
  if (!KINDS.has(kind)) return `the kind ${kind}`;
  if (!isDay(publication.date_publication)) return `date_publication ${String(publication.date_publication)}`;
  if (!isDay(content.date_debut_prestation ?? null))
    return `date_debut_prestation ${String(content.date_debut_prestation)}`;
  const { date_limite: limite, budget } = content;
  if (limite != null && (!INSTANT.test(limite) || Number.isNaN(Date.parse(limite)))) return `date_limite ${limite}`;
  if (budget != null && !(Math.abs(budget) < BUDGET_MAX)) return `budget ${String(budget)}`;
  return null;
}

function isDay(day: string | null): boolean {
  if (day === null) return true;
  const parts = DAY.exec(day)?.slice(1).map(Number);
  if (parts?.[0] === undefined || parts[1] === undefined || parts[2] === undefined || parts[0] < 1) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === parts[2];
}

function distinctCites(publication: Publication): Publication {
  const cites = [...new Set(publication.cites)].filter((cited) => cited !== publication.identifiant && cited !== '');
  return { ...publication, cites };
}
