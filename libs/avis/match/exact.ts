import { nameLevel } from './compare-names.js';
import { type TitleLevel, titleLevel } from './compare-titles.js';
import { namesOther } from './names-other.js';
import type { Prepared } from './prepared.js';
import { strictVeto, vetoOf } from './vetoes.js';

/** What proves two notices the same, strongest first (docs/sources.md C.3). */
export const EXACT_RULES = ['procedure_uuid', 'joue', 'boamp', 'consultation', 'reference'] as const;
export type ExactRule = (typeof EXACT_RULES)[number];

/** Notices under one exact key at most: what more share proves nothing, and is left out for all of them. */
export const EXACT_CAP = 200;

/**
 * The exact keys of a notice, one text each, `rule:value`: two notices that share one are compared, and are the same
 * unless a guard of `exactLink` says otherwise.
 */
export function exactKeysOf(prepared: Prepared): string[] {
  const { notice, reference, siren, buyer } = prepared;
  const { keys } = notice;
  const found = [
    ...(keys.procedure_uuid === null ? [] : [`procedure_uuid:${keys.procedure_uuid}`]),
    ...keys.joue.map((number) => `joue:${number}`),
    ...[...keys.boamp, ...(notice.source === 'boamp' ? notice.identifiants : [])].map((number) => `boamp:${number}`),
    ...keys.consultations.map((id) => `consultation:${id}`),
  ];
  if (reference !== null) {
    // Weak references are no key: their pairs are found by the buyer and the day of the deadline.
    if (siren !== null && !reference.weak) found.push(`reference:${siren}|${reference.plain}`);
    if (buyer !== null && !buyer.generic && !reference.weak) {
      found.push(`reference:${buyer.joined}|${reference.plain}`);
    }
  }
  return [...new Set(found)];
}

/** The strongest exact rule that holds between two notices, guards passed; null when there is none. */
export function exactLink(a: Prepared, b: Prepared): ExactRule | null {
  if (strictVeto(a, b) !== null) return null;
  const [ours, theirs] = [a.notice.keys, b.notice.keys];
  if (ours.procedure_uuid !== null && ours.procedure_uuid === theirs.procedure_uuid) return 'procedure_uuid';
  // What one source says of itself is settled by its own chains of publications; only the procedure joins two of them.
  if (a.notice.source === b.notice.source) return null;
  if (shares(ours.joue, theirs.joue)) return 'joue';
  if (shares(boampNumbers(a), boampNumbers(b))) return 'boamp';
  if (shares(ours.consultations, theirs.consultations) && mayBeOne(a, b)) return 'consultation';
  return sameReference(a, b) ? 'reference' : null;
}

/**
 * A consultation is often shared by notices of its lots, and by the next call: they must not say that they are others,
 * nor each have its own word in a title otherwise the same, and agree on the day or on the title.
 */
function mayBeOne(a: Prepared, b: Prepared): boolean {
  if (namesOther(a.title?.lots, b.title?.lots) || namesOther(a.title?.years, b.title?.years)) return false;
  const level = levelOfTitles(a, b);
  return level === null || /^(partiel|autre)$/.test(level) ? sharesDay(a, b) : level !== 'proche';
}

function sameReference(a: Prepared, b: Prepared): boolean {
  const [ours, theirs] = [a.reference, b.reference];
  if (ours === null || theirs === null || ours.plain !== theirs.plain || ours.weak) return false;
  if (!sameBuyer(a, b) || vetoOf(a, b) !== null) return false;
  const level = levelOfTitles(a, b);
  return level === null ? sharesDay(a, b) : /^(egal|inclus)/.test(level);
}

function sameBuyer(a: Prepared, b: Prepared): boolean {
  if (a.siren !== null && b.siren !== null) return a.siren === b.siren;
  return a.buyer !== null && b.buyer !== null && nameLevel(a.buyer, b.buyer) === 'egal';
}

function levelOfTitles(a: Prepared, b: Prepared): TitleLevel | null {
  return a.title === null || b.title === null ? null : titleLevel(a.title, b.title);
}

function boampNumbers({ notice }: Prepared): readonly string[] {
  return notice.source === 'boamp' ? notice.identifiants : notice.keys.boamp;
}

function sharesDay(a: Prepared, b: Prepared): boolean {
  return a.deadlines.some(({ rank }) => b.deadlines.some((other) => other.rank === rank));
}

function shares(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) => b.includes(one));
}
