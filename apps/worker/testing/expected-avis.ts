import type { AvisDetail } from '#contract/avis';
import { siret } from '#sources/values/siret';
import { hasDeadline } from '../../feeds/boamp/kinds.js';
import { dayText, parisInstant } from '../../feeds/calendar.js';
import { soleLotId } from '../../feeds/eforms/lots.js';
import { type Notice, noticeAt } from '../../feeds/notice.js';
import { publishedDeadline, publishedSiret, quirkDraws } from '../../feeds/quirks.js';
import { placesOf, segmentsOf } from '../../feeds/segments.js';
import { type Gazette, type Timeline } from '../../feeds/timeline.js';

/** A notice as the service must serve it, made of the generator's facts without any gazette's spelling. */
export interface ExpectedAvis {
  source: Gazette;
  /** Identifier of the initial publication, or the name by which the others cite it when the feeds never showed it. */
  racine: string;
  statut: 'ouvert' | 'clos';
  detail: Partial<AvisDetail>;
}

/** Every notice that the feeds show at an instant, source by source. */
export function expectedAvis(timeline: Timeline, now: number): ExpectedAvis[] {
  return (['boamp', 'ted'] as const).flatMap((source) => {
    const chains = new Map<string, Notice[]>();
    for (const notice of publications(timeline, now, source)) {
      chains.set(notice.root, [...(chains.get(notice.root) ?? []), notice]);
    }
    return [...chains.values()].flatMap((chain) => expectedOf(timeline.seed, chain, now) ?? []);
  });
}

/** How many award notices a source shows. */
export function awards(timeline: Timeline, now: number, source: Gazette): number {
  return [...publications(timeline, now, source)].filter((notice) => notice.kind === 'attribution').length;
}

function publications(timeline: Timeline, now: number, source: Gazette): Notice[] {
  const places = placesOf(segmentsOf(timeline, now, -Infinity, Infinity), source, false);
  return Array.from(places, (place) => noticeAt(timeline, place));
}

/** @param chain the publications of one notice in one source, oldest first. */
function expectedOf(seed: number, chain: readonly Notice[], now: number): ExpectedAvis | null {
  const base = chain.find((one) => one.kind === 'initial') ?? chain.find((one) => standsAlone(one));
  if (base === undefined) return null;
  // A European correction is the whole notice again; a national one only moves the deadline.
  const whole = chain.filter((one) => one.kind === 'correction' && one.shape === 'EFORMS').at(-1) ?? base;
  const limite = lastDeadline(seed, chain, base);
  const closed = chain.some(
    (one) => (one.kind === 'cancellation' || one.kind === 'attribution') && one.lots.length === 0,
  );
  const told = chain.filter((one) => one.kind !== 'attribution' || one.lots.length === 0);
  return {
    source: base.source,
    racine: base.kind === 'initial' ? base.identifiant : citation(base),
    statut: closed || limite <= now ? 'clos' : 'ouvert',
    detail: {
      ...facts(seed, whole),
      date_limite: new Date(limite).toISOString().replace('.000Z', 'Z'),
      date_publication: dayText(base.day),
      mention: mention(base.source, dayText(Math.max(...told.map((one) => one.day)))),
    },
  };
}

function standsAlone(notice: Notice): boolean {
  return notice.shape === 'EFORMS' && notice.kind !== 'attribution';
}

function citation(notice: Notice): string {
  const identifiant = notice.source === 'boamp' ? notice.cited?.identifiant : null;
  return identifiant ?? `${notice.cited?.noticeId ?? ''}-01`;
}

function mention(source: Gazette, day: string): string {
  if (source === 'ted') return '© Union européenne, TED (ted.europa.eu)';
  return `BOAMP – DILA, Licence Ouverte 2.0, données mises à jour le ${day.split('-').reverse().join('/')}`;
}

/** Milliseconds. */
function lastDeadline(seed: number, chain: readonly Notice[], base: Notice): number {
  const last = chain
    .filter((one) => one.kind === 'correction' && (one.shape === 'EFORMS' || one.change?.what === 'limite'))
    .at(-1);
  if (last !== undefined) return parisInstant(last.limite.day, last.limite.time);
  if (!hasDeadline(base)) throw new Error(`${base.identifiant} states no deadline`);
  // Some national deadlines lie years before the publication: served as they are published, in the past.
  const [day = '', time = ''] = publishedDeadline(seed, base).gestion.slice(0, 19).split('T');
  return parisInstant(Date.parse(`${day}T00:00:00Z`) / 86_400_000, time);
}

const TYPES = { TRAVAUX: 'Travaux', SERVICES: 'Services', FOURNITURES: 'Fournitures' } as const;
const PROCEDURES = {
  open: 'Procédure ouverte',
  restricted: 'Procédure restreinte',
  'neg-w-call': /^Procédure négociée/,
};

/** Matches a name in whatever case it is published. */
function anyCase(name: string): string {
  return expect.stringMatching(new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i')) as string;
}

/** What the last whole publication says of the notice. */
function facts(seed: number, notice: Notice): Partial<AvisDetail> {
  const { procedure, shape } = notice;
  const { buyer, subject, budget, consultation } = procedure;
  const mapa = shape === 'MAPA';
  const numero = siret(publishedSiret(seed, notice)).value;
  const identified = shape !== 'CLASSIC' || quirkDraws(seed, notice, 'identifie').chance(0.198);
  const own = mapa || !identified ? null : numero;
  const declared = shape === 'EFORMS' ? (buyer.nuts === null ? [] : [buyer.departement]) : [buyer.departement];
  const label = PROCEDURES[procedure.procedure];
  const precise = consultation.adresse !== consultation.profil;
  return {
    titre: procedure.objet,
    description: procedure.description,
    budget: mapa ? null : (budget?.haut ?? null),
    cpv: mapa ? null : subject.cpv[0],
    type_marche: TYPES[subject.type],
    procedure: mapa
      ? 'Procédure adaptée'
      : ((typeof label === 'string' ? label : expect.stringMatching(label)) as string),
    acheteur: {
      nom: anyCase(buyer.nom.replace('&#039;', "'")),
      siret: own,
      departement: buyer.departement,
    },
    ...lotsOf(seed, notice),
    duree_mois: procedure.dureeMois,
    lieu_execution:
      mapa || declared.length === 0
        ? null
        : { departements: declared, code_nuts: shape === 'FNSimple' ? null : buyer.nuts },
    date_debut_prestation: shape === 'FNSimple' || procedure.debut === null ? null : dayText(procedure.debut),
    url_profil_acheteur:
      shape === 'EFORMS' || (shape === 'FNSimple' && !precise) ? consultation.profil : consultation.adresse,
    renseignements_complementaires: mapa ? null : procedure.renseignements,
  };
}

function lotsOf(seed: number, notice: Notice): Pick<AvisDetail, 'nb_lots' | 'lots'> {
  const { procedure, shape } = notice;
  const priced = shape === 'EFORMS' || shape === 'FNSimple';
  const lots = procedure.lots.map((lot) => ({
    numero: String(lot.numero),
    description: expect.stringContaining(lot.intitule) as string,
    budget: priced ? lot.budget : null,
    cpv: shape === 'MAPA' ? null : lot.cpv,
  }));
  if (lots.length > 0) return { nb_lots: lots.length, lots };
  if (shape !== 'EFORMS' || soleLotId(seed, notice) === 'LOT-0000')
    return { nb_lots: shape === 'MAPA' ? null : 0, lots };
  const { objet, subject, budget } = procedure;
  const sole = {
    numero: '1',
    description: expect.stringContaining(objet) as string,
    budget: budget?.haut ?? null,
    cpv: subject.cpv[0],
  };
  return { nb_lots: 1, lots: [sole] };
}
