import { LRUCache } from 'lru-cache';
import { shortLine } from './short-line.js';

const LABEL_MAX = 200;

/** Labels of the schemas of 2017 to 2022 whose spelling registers vary: « ACCORD-CADRE », « procedure adaptee ». */
const LABELS = [
  'Marché',
  'Marché de partenariat',
  'Marché de défense ou de sécurité',
  'Accord-cadre',
  'Marché subséquent',
  'Concession de travaux',
  'Concession de service',
  'Concession de service public',
  'Délégation de service public',
  'Procédure adaptée',
  "Appel d'offres ouvert",
  "Appel d'offres restreint",
  'Procédure avec négociation',
  'Procédure concurrentielle avec négociation',
  'Procédure négociée avec mise en concurrence préalable',
  'Marché négocié sans publicité ni mise en concurrence préalable',
  'Marché public négocié sans publicité ni mise en concurrence préalable',
  'Marché passé sans publicité ni mise en concurrence préalable',
  'Dialogue compétitif',
  'Procédure négociée ouverte',
  'Procédure non négociée ouverte',
  'Procédure négociée restreinte',
  'Procédure non négociée restreinte',
] as const;

/** A register holds the same few labels in every record. */
const KEYS = new LRUCache<string, string>({ max: 2000 });

const BY_KEY: ReadonlyMap<string, string> = new Map(LABELS.map((label) => [labelKey(label), label]));

/** A nature or a procedure in the spelling of the schemas; one that they do not know as it is published. */
export function readLabel(raw: unknown): string | null {
  const written = shortLine(raw, LABEL_MAX);
  return written === null ? null : (BY_KEY.get(labelKey(written)) ?? written);
}

/** Lower case letters and digits, without accents. */
export function labelKey(text: string): string {
  const known = KEYS.get(text);
  if (known !== undefined) return known;
  const key = plainKey(text);
  if (text.length <= LABEL_MAX) KEYS.set(text, key);
  return key;
}

function plainKey(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}
