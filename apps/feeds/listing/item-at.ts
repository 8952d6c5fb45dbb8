import { dayText } from '../calendar.js';
import { appearance } from '../chain.js';
import { drawProcedure } from '../facts/procedure.js';
import { acronymOf } from '../facts/platforms.js';
import { keyOf, type Timeline } from '../timeline.js';
import { type Item } from './item.js';
import { type Life, type Moment } from './life.js';
import { numeroOf } from './numero.js';

const TYPES = { TRAVAUX: 'Travaux', SERVICES: 'Services', FOURNITURES: 'Fournitures' } as const;

/** What the source shows of a notice at a moment of its life. */
export function itemAt(timeline: Timeline, life: Life, moment: Moment): Item {
  const { place, source } = life;
  const procedure = drawProcedure(timeline.seed, keyOf(place), appearance(timeline, place));
  const { buyer } = procedure;
  return {
    source,
    numero: numeroOf(timeline, place),
    organisme: acronymOf(timeline.seed, buyer.siret),
    reference: procedure.reference,
    titre: procedure.objet,
    objet: procedure.description,
    acheteur: { nom: buyer.nom, code_postal: buyer.cp, ville: buyer.ville, siret: null },
    type_marche: TYPES[procedure.subject.type],
    procedure: { abrege: 'MAPA', libelle: 'Procédure adaptée' },
    publie: life.evenements[0].quand,
    modifie: moment.modifie,
    limite: { jour: dayText(moment.limite.day), heure: moment.limite.time.slice(0, 5) },
    lots: procedure.lots.map((lot) => ({ numero: String(lot.numero), titre: lot.intitule, cpv: null })),
    cpv: [...procedure.subject.cpv],
    departements: procedure.departements,
    budget: procedure.budget?.haut ?? null,
    cite: { boamp: null, joue: null },
    consultation: null,
    etat: moment.etat,
    evenements: moment.evenements,
  };
}
