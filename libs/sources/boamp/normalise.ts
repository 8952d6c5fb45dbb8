import type { AvisContent } from '#contract/avis';
import type { Normalise } from '../adapter.js';
import type { Normalised, Publication, PublicationKind, Rejection } from '../publication.js';
import { type Collector, createCollector, firstCleaned } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import type { EformsNotice } from '../eforms/map.js';
import { awardScope } from './award-scope.js';
import { readCancellation } from './cancellation.js';
import { readClassic, referenceClassic } from './classic.js';
import { readCorrection } from './correction.js';
import { readEforms } from './eforms.js';
import { readFnSimple, referenceFnSimple } from './fn-simple.js';
import { has, scalarAt } from './json.js';
import { cancelsAward, kindOf } from './kind.js';
import { citedBy, keysOf } from './links.js';
import { readMapa, referenceMapa } from './mapa.js';
import { type BoampRecord, readRecord } from './record.js';
import { type Shape, shapeOf } from './shape.js';

/** Turns one record of the BOAMP dataset (format `boamp-json`) into a publication or a stated rejection. Never throws. */
export const normaliseBoamp: Normalise = (document) => {
  try {
    const read = readRecord(document.body);
    return read.ok ? normaliseRecord(read.record) : read;
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return refused({ reason: 'internal', detail: detail.slice(0, 500), identifiant: document.identifiant });
  }
};

function normaliseRecord(record: BoampRecord): Normalised {
  const shape = shapeOf(record);
  if (shape === null) {
    const roots = Object.keys(record.donnees as object)
      .slice(0, 5)
      .join(', ');
    return refused({
      reason: 'unknown_format',
      detail: `donnees: unknown roots ${roots.slice(0, 200)}`,
      identifiant: record.idweb,
    });
  }
  const kind = kindOf(record, shape);
  if (kind.kind === 'other') {
    return refused({
      reason: 'out_of_scope',
      detail: `nature ${kind.nature.slice(0, 100)}`,
      identifiant: record.idweb,
    });
  }
  if (shape === 'EFORMS') return wholeEforms(record, kind.kind);
  if (kind.kind === 'cancellation') return nationalCancellation(record);
  if (kind.kind === 'correction' && !republishes(record, shape)) return nationalCorrection(record);
  return wholeNational(record, shape, kind.kind);
}

/** A national correction that gives the whole notice again holds no block of changes. */
function republishes({ donnees }: BoampRecord, shape: Shape): boolean {
  if (shape === 'classic') return !has(donnees, 'RECTIF') && has(donnees, 'OBJET') && has(donnees, 'CONDITION_DELAI');
  return !has(donnees, `${shape}.rectificatif`) && has(donnees, `${shape}.initial`);
}

function wholeEforms(record: BoampRecord, told: PublicationKind): Normalised {
  const reading = readEforms(record);
  if (!reading.ok) return reading;
  const { notice, anomalies } = reading;
  // A state that the gazette leaves out is in the notice's own changes.
  const kind = told === 'initial' ? notice.kind : told;
  const cited = citedBy(record);
  const own = keysOf(record, notice.keys.reference_acheteur);
  return published(record, collectorOf(anomalies), {
    aliases: notice.aliases,
    kind,
    whole: true,
    cites: kind === 'initial' ? [] : cited.length > 0 ? cited : notice.cites,
    ...scopeOf(record, kind, notice),
    motif: notice.motif,
    keys: {
      ...notice.keys,
      procedure_uuid: own.procedure_uuid ?? notice.keys.procedure_uuid,
      joue: [...new Set([...notice.keys.joue, ...own.joue])],
    },
    content: notice.content,
  });
}

/** What a cancellation or an award ends; a cancellation of the whole names no lot. */
function scopeOf(
  record: BoampRecord,
  kind: PublicationKind,
  notice: EformsNotice,
): Pick<Publication, 'closes' | 'lots_concernes'> {
  const { closes, lots_concernes } = notice;
  if (kind === 'attribution') return { closes, lots_concernes };
  if (kind !== 'cancellation') return { closes: false, lots_concernes: [] };
  if (notice.kind === 'cancellation' && !closes) return { closes, lots_concernes };
  return { closes: !cancelsAward(record), lots_concernes: [] };
}

function wholeNational(record: BoampRecord, shape: Exclude<Shape, 'EFORMS'>, kind: PublicationKind): Normalised {
  const collector = createCollector();
  const block = kind === 'attribution' && !has(record.donnees, `${shape}.initial`) ? 'attribution' : 'initial';
  const content = readers[shape].content(record, block, collector);
  if (content.titre === null) {
    return refused({ reason: 'incomplete', detail: 'objet: no title', identifiant: record.idweb });
  }
  return published(record, collector, {
    kind,
    whole: true,
    cites: kind === 'initial' ? [] : citedBy(record),
    ...(kind === 'attribution' ? awardScope(record, content.lots) : {}),
    keys: keysOf(record, reference(record, shape, block)),
    content,
  });
}

function nationalCorrection(record: BoampRecord): Normalised {
  const collector = createCollector();
  const { content, motif } = readCorrection(record, collector);
  return published(record, collector, { kind: 'correction', cites: citedBy(record), motif, content });
}

function nationalCancellation(record: BoampRecord): Normalised {
  const { motif, lots } = readCancellation(record);
  return published(record, createCollector(), {
    kind: 'cancellation',
    cites: citedBy(record),
    closes: lots.length === 0 && !cancelsAward(record),
    lots_concernes: lots,
    motif,
  });
}

const readers: Record<
  Exclude<Shape, 'EFORMS'>,
  {
    content: (record: BoampRecord, block: string, collector: Collector) => AvisContent;
    reference: (record: BoampRecord, block: string) => unknown;
  }
> = {
  FNSimple: { content: readFnSimple, reference: referenceFnSimple },
  MAPA: { content: readMapa, reference: referenceMapa },
  classic: { content: readClassic, reference: referenceClassic },
};

function reference(record: BoampRecord, shape: Exclude<Shape, 'EFORMS'>, block: string): string | null {
  return line(readers[shape].reference(record, block));
}

function published(
  record: BoampRecord,
  collector: Collector,
  told: Pick<Publication, 'kind' | 'cites'> & Partial<Publication>,
): Normalised {
  const date_publication = collector.keep(
    'date_publication',
    firstCleaned(
      () => calendarDate(scalarAt(record.flat, 'dateparution')),
      () => calendarDate(scalarAt(record.gestion, 'INDEXATION.DATE_PUBLICATION')),
    ),
  );
  const content = told.whole === true ? { ...told.content, lien_source: addressOf(record) } : (told.content ?? {});
  return {
    ok: true,
    publication: {
      source: 'boamp',
      identifiant: record.idweb,
      aliases: [],
      whole: false,
      closes: false,
      lots_concernes: [],
      motif: null,
      ...told,
      keys: told.keys ?? keysOf(record, null),
      date_publication,
      content,
      anomalies: collector.anomalies,
    },
  };
}

/** The gazette's page of the notice. */
function addressOf(record: BoampRecord): string {
  return (
    httpUrl(scalarAt(record.flat, 'url_avis')).value ?? `https://www.boamp.fr/pages/avis/?q=idweb:%22${record.idweb}%22`
  );
}

function collectorOf(anomalies: Collector['anomalies']): Collector {
  const collector = createCollector();
  collector.anomalies.push(...anomalies);
  return collector;
}

function refused(rejection: Rejection): Normalised {
  return { ok: false, rejection };
}
