import { v5 } from 'uuid';
import { publication } from '#avis/testing/publications';
import type { MatchNotice } from '#avis/match/notice';
import type { Publication } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import { worldOf } from '../../apps/feeds/labelled/world.js';

/** Publications of the simulated world that is repeated, and those of it that come as new. */
const WORLD = 11_000;
const NEW = 1_000;
/** Days between two repetitions: longer than any notice of the world lives beside another one. */
const PERIOD = 60;
const DAY_MS = 86_400_000;
const NAMESPACE = '0f0b7f0e-5d2c-4c53-9a53-0d8c7a1e9b42';

/**
 * Notices already matched, at one pace whatever their number: a simulated world of 18 sources without its newest
 * notices, then the same again and again further back in time, under other ids, references and identity keys.
 */
export function* settledNotices(seed: number, size: number): Generator<MatchNotice> {
  const world = notices(seed).slice(0, -NEW);
  for (let index = 0; index < size; index += 1) {
    const notice = world[index % world.length];
    if (notice !== undefined) yield repeated(notice, Math.floor(index / world.length));
  }
}

/** The newest of that world, as publications of their sources. */
export function newPublications(seed: number): Publication[] {
  return notices(seed)
    .slice(-NEW)
    .map((notice) =>
      publication(notice.identifiants[0] ?? notice.id, {
        source: notice.source as SourceCode,
        date_publication: notice.date_publication,
        keys: notice.keys,
        content: {
          titre: notice.titre,
          acheteur: { ...notice.acheteur, nom: notice.acheteur.nom ?? '' },
          date_limite: notice.dates_limites[0] ?? null,
          cpv: notice.cpv,
          type_marche: notice.type_marche as never,
          budget: notice.budget,
          nb_lots: notice.nb_lots,
          lieu_execution: { departements: notice.departements, code_nuts: null },
        },
      }),
    );
}

let world: MatchNotice[] | undefined;
/** By day of publication. */
function notices(seed: number): MatchNotice[] {
  world ??= [...worldOf(seed, WORLD)]
    .map(({ notice }) => notice)
    .sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : a.id < b.id ? -1 : 1));
  return world;
}

function day({ date_publication }: MatchNotice): string {
  return date_publication ?? '';
}

function repeated(notice: MatchNotice, times: number): MatchNotice {
  if (times === 0) return notice;
  const back = times * PERIOD * DAY_MS;
  const other = (key: string) => `${key}~${times}`;
  const { keys } = notice;
  return {
    ...notice,
    id: v5(`${notice.id} ${times}`, NAMESPACE),
    identifiants: notice.identifiants.map(other),
    dates_limites: notice.dates_limites.map((instant) => earlier(instant, back).slice(0, 19) + 'Z'),
    date_publication: notice.date_publication === null ? null : earlier(notice.date_publication, back).slice(0, 10),
    keys: {
      procedure_uuid: keys.procedure_uuid === null ? null : other(keys.procedure_uuid),
      joue: keys.joue.map(other),
      boamp: keys.boamp.map(other),
      consultations: keys.consultations.map(other),
      reference_acheteur: keys.reference_acheteur === null ? null : other(keys.reference_acheteur),
    },
  };
}

function earlier(instant: string, ms: number): string {
  return new Date(Date.parse(instant) - ms).toISOString();
}
