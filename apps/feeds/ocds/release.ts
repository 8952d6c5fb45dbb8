import { dayOf, parisOffset, parisWall, dayText } from '../calendar.js';
import { type Item } from '../listing/item.js';
import { HABITS, type Habits } from './habits.js';
import { identifiantOf } from './identifiant.js';

type What = Item['evenements'][number]['quoi'];

const TAGS: Readonly<Record<What, string>> = {
  initial: 'tender',
  correction: 'tenderAmendment',
  annulation: 'tenderCancellation',
  attribution: 'award',
};
const CATEGORIES = { Travaux: 'works', Services: 'services', Fournitures: 'goods' } as const;

/**
 * One event of a notice as an OCDS 1.1 release.
 * @param shown the notice as its publisher showed it from this event on. @param rank of the event, from 0.
 */
export function releaseOf(shown: Item, rank: number): Record<string, unknown> {
  const habits = HABITS[shown.source] as Habits;
  const { quoi, quand } = shown.evenements[rank] as Item['evenements'][number];
  const ocid = identifiantOf(shown);
  const changes = quoi === 'correction' && habits.amends === 'changes';
  return {
    ocid,
    id: `${ocid}-${rank + 1}`,
    date: instantText(quand),
    tag: [TAGS[quoi]],
    initiationType: 'tender',
    language: 'fr',
    ...(changes ? {} : { parties: [partyOf(shown, habits)], buyer: { id: partyId(shown), name: shown.acheteur.nom } }),
    tender: changes ? changesOf(shown, habits, quand) : tenderOf(shown, habits, quoi, quand),
    ...(quoi === 'attribution'
      ? { awards: [{ id: '1', title: shown.titre, status: 'active', date: instantText(quand) }] }
      : {}),
    ...(changes ? {} : related(shown, habits)),
  };
}

function tenderOf(shown: Item, habits: Habits, quoi: What, quand: number): Record<string, unknown> {
  const { titre, objet, budget, type_marche, procedure, consultation } = shown;
  return {
    id: shown.reference ?? identifiantOf(shown),
    title: titre,
    description: descriptionOf(shown, habits) ?? objet ?? undefined,
    status: quoi === 'annulation' ? 'cancelled' : quoi === 'attribution' ? 'complete' : 'active',
    items: itemsOf(shown, habits),
    ...(budget === null ? {} : { value: { amount: budget, currency: 'EUR' } }),
    ...(procedure === null ? {} : { procurementMethodDetails: procedure.libelle }),
    ...(type_marche === null ? {} : { mainProcurementCategory: CATEGORIES[type_marche] }),
    ...periodOf(shown, habits),
    documents: [
      { id: 'avis', documentType: 'tenderNotice', url: habits.page(shown.numero), language: 'fr' },
      ...(consultation === null ? [] : [{ id: 'dce', documentType: 'biddingDocuments', url: consultation }]),
      ...gazettePages(shown, habits),
    ],
    ...(habits.lots === 'lots' && shown.lots.length > 0
      ? { lots: shown.lots.map(({ numero, titre: title }) => ({ id: numero, title, status: 'active' })) }
      : {}),
    ...(quoi === 'correction' ? { amendments: amendmentsOf(quand) } : {}),
  };
}

/** What an amendment of this publisher tells: the deadline, and why. */
function changesOf(shown: Item, habits: Habits, quand: number): Record<string, unknown> {
  return { id: shown.reference ?? identifiantOf(shown), ...periodOf(shown, habits), amendments: amendmentsOf(quand) };
}

function amendmentsOf(quand: number): Record<string, unknown>[] {
  return [{ id: '1', date: instantText(quand), rationale: 'Report de la date limite de réception des offres.' }];
}

function partyOf({ acheteur }: Item, { register }: Habits): Record<string, unknown> {
  const { nom, siret, code_postal, ville } = acheteur;
  const id = siret !== null && register === 'FR-RCS' ? siret.slice(0, 9) : siret;
  return {
    id: id ?? nom,
    name: nom,
    roles: ['buyer'],
    ...(id === null ? {} : { identifier: { scheme: register, id, legalName: nom } }),
    address: {
      ...(ville === null ? {} : { locality: ville }),
      ...(code_postal === null ? {} : { postalCode: code_postal }),
      countryName: 'France',
    },
  };
}

function partyId(shown: Item): string {
  return partyOf(shown, HABITS[shown.source] as Habits)['id'] as string;
}

/** The object of the purchase with its codes and places; the lots too, where the publisher has no other place for them. */
function itemsOf(shown: Item, { lots }: Habits): Record<string, unknown>[] {
  const [main, ...others] = shown.cpv;
  const places = shown.departements.map((code) => ({ region: code, countryName: 'France' }));
  const whole = {
    id: '0',
    ...(main === undefined ? {} : { classification: { scheme: 'CPV', id: main } }),
    ...(others.length === 0 ? {} : { additionalClassifications: others.map((id) => ({ scheme: 'CPV', id })) }),
    ...(places.length === 0 ? {} : { deliveryAddresses: places }),
  };
  const ofLots = shown.lots.map(({ numero, titre, cpv }) => ({
    id: numero,
    ...(lots === 'items' ? { description: titre } : {}),
    relatedLot: numero,
    ...(cpv === null ? {} : { classification: { scheme: 'CPV', id: cpv } }),
  }));
  return [whole, ...ofLots];
}

function periodOf({ limite, publie }: Item, { day }: Habits): Record<string, unknown> {
  if (limite === null) return {};
  const end =
    limite.heure !== null
      ? `${limite.jour}T${limite.heure}:00${parisOffset(dayOf(limite.jour) ?? 0)}`
      : day === 'alone'
        ? limite.jour
        : `${limite.jour}T23:59:59Z`;
  return { tenderPeriod: { startDate: instantText(publie), endDate: end } };
}

function related({ cite }: Item, { cites }: Habits): Record<string, unknown> {
  if (cites !== 'relatedProcesses' || (cite.boamp === null && cite.joue === null)) return {};
  const process = (scheme: string, identifier: string) => ({
    id: scheme,
    relationship: ['sameNotice'],
    scheme,
    identifier,
  });
  return {
    relatedProcesses: [
      ...(cite.boamp === null ? [] : [process('boamp', cite.boamp)]),
      ...(cite.joue === null ? [] : [process('eu-oj', cite.joue)]),
    ],
  };
}

function gazettePages({ cite }: Item, { cites }: Habits): Record<string, unknown>[] {
  if (cites !== 'documents') return [];
  const page = (id: string, url: string) => ({ id, documentType: 'tenderNotice', title: 'Avis d’origine', url });
  return [
    ...(cite.boamp === null ? [] : [page('boamp', `https://www.boamp.fr/avis/detail/${cite.boamp}`)]),
    ...(cite.joue === null ? [] : [page('joue', `https://ted.europa.eu/fr/notice/-/detail/${cite.joue}`)]),
  ];
}

function descriptionOf({ objet, cite }: Item, { cites }: Habits): string | null {
  if (cites !== 'description' || cite.boamp === null) return null;
  return `${objet === null ? '' : `${objet}\n`}Avis publié au BOAMP, annonce n° ${cite.boamp}.`;
}

/** RFC 3339 with the offset of Paris. */
function instantText(instant: number): string {
  const { day, time } = parisWall(instant);
  return `${dayText(day)}T${time}${parisOffset(day)}`;
}
