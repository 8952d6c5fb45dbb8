import type { PublicationKind } from '../publication.js';
import { at, has, markerOf, scalarAt } from './json.js';
import type { BoampRecord } from './record.js';
import type { Shape } from './shape.js';

/** What a record is; `other` with the gazette's own word for kinds that the service does not hold. */
export type BoampKind = { kind: PublicationKind } | { kind: 'other'; nature: string };

/**
 * `etat` is read before `nature`: EU corrections and cancellations are whole notices whose nature stays APPEL_OFFRE.
 * Where the national data give no nature (2021: 16,743 of 34,517), the block that is there tells (docs/sources.md, C.1, C.2).
 * The correction of an award is an award: its content must not overlay a tender.
 */
export function kindOf(record: BoampRecord, shape: Shape): BoampKind {
  const etat = wordOf(record, 'etat', 'STATUT');
  const nature = wordOf(record, 'nature', 'NATURE') ?? natureOfBlocks(record, shape);
  if (nature !== null && !KNOWN_NATURES.has(nature)) return { kind: 'other', nature };
  if (etat === 'ANNULATION' || nature === 'ANNULATION') return { kind: 'cancellation' };
  if (nature === 'ATTRIBUTION') return { kind: 'attribution' };
  if (etat === 'RECTIFICATIF' || nature === 'RECTIFICATIF') return { kind: 'correction' };
  if (etat === 'MODIFICATION') return { kind: 'other', nature: etat };
  return { kind: 'initial' };
}

/** Whether a cancellation withdraws an award notice and not the tender. */
export function cancelsAward(record: BoampRecord): boolean {
  return wordOf(record, 'nature', 'NATURE') === 'ATTRIBUTION';
}

const KNOWN_NATURES: ReadonlySet<string> = new Set(['APPEL_OFFRE', 'ATTRIBUTION', 'RECTIFICATIF', 'ANNULATION']);

function wordOf(record: BoampRecord, field: string, element: string): string | null {
  const flat = scalarAt(record.flat, field);
  const word =
    flat === null || flat === '' ? markerOf(at(record.gestion, `REFERENCE.TYPE_AVIS.${element}`)) : String(flat);
  return word === null ? null : word.trim().toUpperCase();
}

function natureOfBlocks({ donnees }: BoampRecord, shape: Shape): string | null {
  if (shape === 'EFORMS') return natureOfRoot(markerOf(at(donnees, 'EFORMS')) ?? '');
  if (shape === 'classic')
    return CLASSIC_BLOCKS.find((block) => has(donnees, block))?.replace('RECTIF', 'RECTIFICATIF') ?? null;
  const block = NATIONAL_BLOCKS.find((name) => has(donnees, `${shape}.${name}`));
  return block?.toUpperCase() ?? null;
}

const CLASSIC_BLOCKS = ['ANNULATION', 'RECTIF', 'ATTRIBUTION'];
const NATIONAL_BLOCKS = ['annulation', 'rectificatif', 'attribution'];

function natureOfRoot(root: string): string | null {
  if (root.endsWith('ContractAwardNotice')) return 'ATTRIBUTION';
  return root.endsWith('PriorInformationNotice') ? 'PREINFORMATION' : null;
}
