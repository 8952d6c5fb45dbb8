import { dayText } from '../calendar.js';
import { Draws } from '../draws.js';
import { isDynamic } from '../family/limite.js';
import { procedureOf } from '../family/procedure.js';
import { homeOf } from '../family/root.js';
import { acronymOf, consultationAddress } from '../facts/platforms.js';
import { type Procedure } from '../facts/procedure.js';
import { identifiantOf } from '../notice.js';
import { dayOfPlace, keyOf, sourceOf, type Timeline } from '../timeline.js';
import { inBoth, twinInTed } from '../twins.js';
import { type Habits, HABITS } from './habits.js';
import { type Item } from './item.js';
import { type Life, type Moment } from './life.js';
import { numeroOf } from './numero.js';
import { cut, spelledBuyer, spelledTitle } from './spelling.js';

const TYPES = { TRAVAUX: 'Travaux', SERVICES: 'Services', FOURNITURES: 'Fournitures' } as const;

/** What the source shows of a notice at a moment of its life. */
export function itemAt(timeline: Timeline, life: Life, moment: Moment): Item {
  const { place, source, root } = life;
  const habits = HABITS[source];
  const procedure = procedureOf(timeline, root);
  const draws = (field: string): Draws => new Draws(timeline.seed, `item.${field}.${keyOf(place)}`);
  const shows = (field: keyof Habits): boolean => draws(field).chance(habits[field]);
  const { buyer } = procedure;
  const organisme = acronymOf(timeline.seed, buyer.siret);
  const home = homeOf(timeline, root);
  return {
    source,
    numero: numeroOf(timeline, place),
    organisme,
    reference: shownReference(draws('reference'), habits, procedure),
    titre: spelledTitle(draws('titre'), procedure.objet, habits),
    objet: shows('objet') ? cut(procedure.description, habits.objetMax, true) : null,
    acheteur: {
      nom: spelledBuyer(draws('acheteur'), buyer, habits.shortBuyer),
      code_postal: buyer.cp,
      ville: buyer.ville,
      siret: shows('siret') ? buyer.siret : null,
    },
    type_marche: TYPES[procedure.subject.type],
    procedure: procedureShown(timeline, life, procedure),
    publie: life.evenements[0].quand,
    modifie: moment.modifie,
    limite: { jour: dayText(moment.limite.day), heure: moment.limite.time?.slice(0, 5) ?? null },
    lots: shows('lots')
      ? procedure.lots.map(({ numero, intitule, cpv }) => ({
          numero: String(numero),
          titre: intitule,
          cpv: shows('cpv') ? cpv : null,
        }))
      : [],
    cpv: shownCpv(draws('cpv'), draws('cpvDivision'), habits, procedure),
    departements: shows('departements') ? procedure.departements : [],
    budget: shows('budget') ? (procedure.budget?.haut ?? null) : null,
    cite: shows('cite') ? cited(timeline, life) : { boamp: null, joue: null },
    consultation:
      home !== null && shows('consultation')
        ? consultationAddress(home, organisme, draws('adresse').between(0, 2))
        : null,
    etat: moment.etat,
    evenements: moment.evenements,
  };
}

function shownReference(draws: Draws, habits: Habits, { reference }: Procedure): string | null {
  if (draws.chance(habits.reference)) return draws.chance(0.1) ? reference.replace(/[-_ ]/g, '') : reference;
  return draws.chance(0.5) ? null : `DC${draws.between(10_000, 99_999)}`;
}

function shownCpv(given: Draws, division: Draws, habits: Habits, { subject }: Procedure): readonly string[] {
  if (!given.chance(habits.cpv)) return [];
  return division.chance(habits.cpvDivision) ? [`${subject.cpv[0].slice(0, 2)}000000`] : [...subject.cpv];
}

/** Labels of Atexo portals; a national notice above no threshold is an adapted procedure. */
const PROCEDURES = {
  open: { abrege: 'AOO', libelle: "Appel d'offres ouvert" },
  restricted: { abrege: 'AOR', libelle: "Appel d'offres restreint" },
  'neg-w-call': { abrege: 'PCN', libelle: 'Procédure avec négociation' },
} as const;
const ADAPTED = { abrege: 'MAPA', libelle: 'Procédure adaptée' };
const DYNAMIC = { abrege: 'SAD', libelle: "Système d'acquisition dynamique" };

function procedureShown(timeline: Timeline, { root }: Life, { procedure }: Procedure): Item['procedure'] {
  if (isDynamic(timeline, root)) return DYNAMIC;
  return sourceOf(root) === 'boamp' || sourceOf(root) === 'ted' ? PROCEDURES[procedure] : ADAPTED;
}

/** What the gazettes had published by then. */
function cited(timeline: Timeline, { place, root }: Life): Item['cite'] {
  const gazette = sourceOf(root);
  const day = dayOfPlace(timeline, place);
  const known = (one: typeof root | null): string | null =>
    one !== null && dayOfPlace(timeline, one) <= day ? identifiantOf(timeline, one) : null;
  if (gazette === 'ted') return { boamp: null, joue: known(root) };
  if (gazette !== 'boamp') return { boamp: null, joue: null };
  const twin = inBoth(timeline, keyOf(root)) ? twinInTed(timeline, root) : null;
  return { boamp: known(root), joue: known(twin) };
}
