import { appearance } from '../appearance.js';
import { Draws } from '../draws.js';
import { drawProcedure, type Procedure } from '../facts/procedure.js';
import { keyOf, type Place, type Timeline } from '../timeline.js';
import { limiteOf } from './limite.js';
import { type Near, type NearKind, nearOf } from './near.js';
import { homeOf } from './root.js';

/** All that is true of the procedure that begins at a place, its likeness to another included. */
export function procedureOf(timeline: Timeline, root: Place): Procedure {
  const own = { ...drawn(timeline, root), limite: limiteOf(timeline, root) };
  const near = nearOf(timeline, root);
  if (near === null) return own;
  const [first, second] = near.role === 'first' ? [root, near.other] : [near.other, root];
  return ALIKE[near.kind](own, drawn(timeline, first), near, new Draws(timeline.seed, `near.${keyOf(second)}`));
}

function drawn(timeline: Timeline, place: Place): Procedure {
  return drawProcedure(timeline.seed, keyOf(place), appearance(timeline, place), homeOf(timeline, place));
}

/** What a procedure takes from the first of the two; `draws` are the pair's. */
type Alike = (own: Procedure, first: Procedure, near: Near, draws: Draws) => Procedure;

const GENERIC_TITLES = [
  'Travaux de voirie',
  'Fourniture de denrées alimentaires',
  'Prestations de nettoyage',
  'Assurances',
];
const GENERIC_BUYERS = ['COMMUNE', 'MAIRIE', 'Commune', 'Mairie'];
const COMMON_REFERENCES = ['2026-01', '2026-02', '202601', 'MAPA 01'];

const ALIKE: Readonly<Record<NearKind, Alike>> = {
  sister_lots(own, first, near, draws) {
    const names = draws.some(first.subject.lots, 2);
    const numero = near.role === 'first' ? 1 : 2;
    const objet = `${first.objet} - Lot ${numero} : ${names[numero - 1] ?? names[0] ?? 'Tranche optionnelle'}`;
    return {
      ...own,
      buyer: first.buyer,
      subject: first.subject,
      objet,
      description: first.description.replace(first.objet, objet),
      reference: draws.chance(0.5)
        ? `${first.reference}-${numero}`
        : `${first.reference}${near.role === 'first' ? '' : ' L2'}`,
      departements: first.departements,
      lots: [],
    };
  },
  generic_title(own, _first, _near, draws) {
    const objet = draws.pick(GENERIC_TITLES);
    return { ...own, objet, description: objet };
  },
  generic_buyer(own, first, _near, draws) {
    return {
      ...own,
      subject: first.subject,
      objet: first.objet,
      description: first.description,
      buyer: { ...own.buyer, nom: draws.pick(GENERIC_BUYERS) },
    };
  },
  same_reference(own, _first, _near, draws) {
    return { ...own, reference: draws.pick(COMMON_REFERENCES) };
  },
  renewal(own, first) {
    return again(own, first);
  },
  relaunch(own, first, _near, draws) {
    const objet = draws.chance(0.4) ? `${first.objet} (relance)` : first.objet;
    const same = again(own, first);
    return { ...same, objet, lots: draws.chance(0.5) ? same.lots : [] };
  },
};

/** The same purchase another time: another number, date, deadline, and often another estimate. */
function again(own: Procedure, first: Procedure): Procedure {
  const { buyer, subject, objet, departements, criteres, dureeMois, accordCadre } = first;
  return {
    ...own,
    ...{ buyer, subject, objet, departements, criteres, dureeMois, accordCadre },
    description: first.description,
    // Estimates are new: those of the lots never go without that of the whole.
    lots: first.lots.map((lot) => ({ ...lot, budget: null })),
  };
}
