import type { IdentityKeys } from '../publication.js';
import { line } from '../values/text.js';
import { consultationKeys } from '../values/url.js';
import { at, descendants, liste, listeDeTextes, scalar, scalarAt } from './json.js';
import { type BoampRecord, idwebOf } from './record.js';

/**
 * Idwebs of the earlier notices that a record cites, in its order, itself excluded: `annonce_lie`, the antecedents of
 * `gestion`, then the blocks of corrections and cancellations (docs/sources.md, C.2).
 */
export function citedBy(record: BoampRecord): string[] {
  const { flat, gestion, donnees, idweb } = record;
  const blocks = ['FNSimple', 'MAPA'].flatMap((shape) =>
    ['rectificatif', 'annulation', 'attribution'].map((name) => `${shape}.${name}`),
  );
  const cited = [
    ...listeDeTextes(flat.annonce_lie),
    ...ownTexts(flat.annonces_anterieures, /^idweb$/i),
    ...ownTexts(at(gestion, 'REFERENCE.ANNONCE_ANTERIEUR'), /idweb$/i),
    ...ownTexts(at(gestion, 'MARCHE.ANNONCE_ANTERIEUR'), /idweb$/i),
    ...[...blocks, 'RECTIF', 'ANNULATION'].flatMap((block) => ownTexts(at(donnees, block), /idweb$/i)),
  ];
  const idwebs = cited.map(idwebOf).filter((cite) => cite !== null && cite !== idweb);
  return [...new Set(idwebs as string[])];
}

/** What proves that the notice is the same as another source's (docs/sources.md, C.3). */
export function keysOf(record: BoampRecord, referenceAcheteur: string | null): IdentityKeys {
  const uuid = scalarAt(record.flat, 'contractfolderid');
  return {
    procedure_uuid: uuid === null || !UUID.test(String(uuid)) ? null : String(uuid).toLowerCase(),
    joue: joueNumbers(record),
    boamp: [],
    consultations: consultationKeys(allTexts(record.donnees)),
    reference_acheteur: line(referenceAcheteur),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** OJ numbers cited, `252708-2016`: the notice's number padded to 6 digits, then the year. */
function joueNumbers({ gestion, donnees }: BoampRecord): string[] {
  const places = [gestion, at(donnees, 'PUBLICATION_ANTERIEURE')];
  const cited = places.flatMap((place) => [...descendants(place)].filter(([name]) => name === 'PUBLICATION_JOUE'));
  const numbers = cited.flatMap(([, element]) => {
    const number = String(scalarAt(element, 'NUM_ANNONCE') ?? '').trim();
    const year = String(scalarAt(element, 'ANNEE') ?? '').trim();
    return /^\d{1,8}$/.test(number) && /^(19|20)\d{2}$/.test(year) ? [`${number.padStart(6, '0')}-${year}`] : [];
  });
  return [...new Set(numbers)];
}

function ownTexts(value: unknown, name: RegExp): string[] {
  return [...descendants({ value })].flatMap(([key, element]) => {
    const own = name.test(key) ? scalar(element) : null;
    return own === null ? [] : [String(own)];
  });
}

function allTexts(value: unknown): string {
  return [...descendants(value)]
    .flatMap(([, element]) => liste(scalar(element)))
    .filter((own) => typeof own === 'string' && own.includes('http'))
    .join('\n');
}
