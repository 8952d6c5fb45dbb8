import { DateTime } from 'luxon';
import type { Contrat, Titulaire } from '../contrat.js';
import { SITE_URL } from './contrats-world.js';

/** What the sources say at one instant, in plain maps. */
export interface Facts {
  contrats: Map<string, Contrat>;
  unites: Map<string, { nom: string | null; categorie: string | null; siege: string | null; diffusible: boolean }>;
  etablissements: Map<string, { departement: string | null; actif: boolean; diffusible: boolean }>;
  inscrits: Map<string, { nom: string | null; departement: string | null }>;
  revendications: Set<string>;
  /** `YYYY-MM-DD`. */
  today: string;
}

type Json = Record<string, unknown>;

/** What the read tables should hold, parsed, by key. */
export interface Expected {
  contrats: Map<string, { item: Json; titulaires: string[] }>;
  prestataires: Map<string, { item: Json; detail: Json }>;
  acheteurs: Map<string, Json>;
}

/**
 * Counts everything again from the facts, with plain loops and no rule of the code that it judges.
 * @param places order of arrival of each contract (`read.contrat.n`): it decides between contracts of one day.
 */
export function recount(facts: Facts, places: ReadonlyMap<string, number>): Expected {
  const rendered = [...facts.contrats].map(([uid, contrat]) => renderedOf(facts, uid, contrat, places.get(uid) ?? 0));
  const expected: Expected = { contrats: new Map(), prestataires: new Map(), acheteurs: new Map() };
  for (const { uid, item, holders } of rendered) {
    const titulaires = holders.map(({ rang, siren, siret }) => `${rang} ${siren} ${siret ?? '-'}`);
    expected.contrats.set(uid, { item, titulaires });
  }
  const sirens = new Set([
    ...facts.revendications,
    ...rendered.flatMap((one) => one.holders.map(({ siren }) => siren)),
  ]);
  for (const siren of sirens) {
    if (facts.unites.get(siren)?.diffusible !== false)
      expected.prestataires.set(siren, prestataire(facts, siren, rendered));
  }
  const sirets = new Set([
    ...facts.inscrits.keys(),
    ...rendered.flatMap(({ buyer }) => (buyer === null ? [] : [buyer])),
  ]);
  for (const siret of sirets) {
    if (!isHidden(facts, siret.slice(0, 9), siret)) expected.acheteurs.set(siret, acheteur(facts, siret, rendered));
  }
  return expected;
}

interface Rendered {
  uid: string;
  contrat: Contrat;
  item: Json;
  holders: { rang: number; siren: string; siret: string | null; nom: string | null }[];
  buyer: string | null;
  fin: string | null;
  place: number;
}

function isHidden(facts: Facts, siren: string | null, siret: string | null): boolean {
  if (siren !== null && facts.unites.get(siren)?.diffusible === false) return true;
  return siret !== null && facts.etablissements.get(siret)?.diffusible === false;
}

function later(day: string, months: number): string {
  return DateTime.fromISO(day).plus({ months }).toISODate() ?? '';
}

function renderedOf(facts: Facts, uid: string, contrat: Contrat, place: number): Rendered {
  const people = contrat.titulaires.map((one) => person(facts, one));
  const holders: Rendered['holders'] = [];
  contrat.titulaires.forEach(({ siren, siret }, rang) => {
    if (siren === null || isHidden(facts, siren, siret)) return;
    if (holders.some((one) => one.siren === siren && one.siret === siret)) return;
    holders.push({ rang, siren, siret, nom: people[rang]?.nom ?? null });
  });
  const { date_notification: day, duree_mois: months } = contrat;
  const fin = day === null || months === null ? null : later(day, months);
  const raw = contrat.acheteur.siret;
  const hiddenBuyer = raw !== null && isHidden(facts, raw.slice(0, 9), raw);
  const first = people[0];
  const item = {
    uid,
    objet: contrat.objet,
    acheteur: hiddenBuyer
      ? { siret: null, nom: null, departement: null }
      : {
          siret: raw,
          nom: (raw === null ? null : buyerName(facts, raw)) ?? contrat.acheteur.nom,
          departement:
            raw === null
              ? null
              : (facts.etablissements.get(raw)?.departement ?? facts.inscrits.get(raw)?.departement ?? null),
        },
    titulaire:
      first === undefined
        ? null
        : { siret: first.siret, nom: first.nom, departement: first.departement, categorie: first.categorie },
    cotitulaires: people.slice(1),
    non_diffusible: first?.non_diffusible ?? false,
    montant: contrat.montant,
    cpv: contrat.cpv,
    nature: contrat.nature,
    procedure: contrat.procedure,
    date_notification: day,
    duree_mois: months,
    fin_estimee: fin === null ? null : { date: fin, estimation: true },
    lieu_execution: contrat.lieu_execution,
    offres_recues: null,
    forme_prix: null,
    sous_traitance_declaree: null,
    considerations: { sociales: null, environnementales: null },
    marche_innovant: null,
  };
  return { uid, contrat, item, holders, buyer: hiddenBuyer ? null : raw, fin, place };
}

function person(facts: Facts, { siren, siret, nom }: Titulaire) {
  if (isHidden(facts, siren, siret)) {
    return { siret: null, nom: null, departement: null, categorie: null, non_diffusible: true };
  }
  const unite = siren === null ? undefined : facts.unites.get(siren);
  return {
    siret,
    nom: unite?.nom ?? nom,
    departement: siret === null ? null : (facts.etablissements.get(siret)?.departement ?? null),
    categorie: unite?.categorie ?? null,
    non_diffusible: false,
  };
}

function buyerName(facts: Facts, siret: string): string | null {
  return facts.unites.get(siret.slice(0, 9))?.nom ?? facts.inscrits.get(siret)?.nom ?? null;
}

function newestFirst(a: Rendered, b: Rendered): number {
  const day = (one: Rendered) => one.contrat.date_notification ?? '';
  if (day(a) !== day(b)) return day(a) < day(b) ? 1 : -1;
  return b.place - a.place;
}

function prestataire(facts: Facts, siren: string, all: readonly Rendered[]): { item: Json; detail: Json } {
  const own = all.filter(({ holders }) => holders.some((one) => one.siren === siren)).sort(newestFirst);
  const unite = facts.unites.get(siren);
  const nom = unite?.nom ?? firstOf(own.slice(0, 20), (one) => holderName(one, siren));
  const sirets = tally(
    own.flatMap((one) =>
      one.holders
        .filter((h) => h.siren === siren)
        .flatMap((h) => (h.siret === null ? [] : [{ key: h.siret, of: one }])),
    ),
  );
  sirets.sort(
    (a, b) =>
      b.count - a.count || (a.latest === b.latest ? 0 : a.latest < b.latest ? 1 : -1) || (a.key < b.key ? -1 : 1),
  );
  const siege = unite?.siege ?? null;
  const siegeShown = siege !== null && facts.etablissements.get(siege)?.diffusible !== false ? siege : null;
  const siret = sirets[0]?.key ?? siegeShown;
  const known = [...facts.etablissements].filter(([one]) => one.startsWith(siren));
  const number =
    known.length > 0 ? known.filter(([, { actif }]) => actif).length : sirets.length === 0 ? null : sirets.length;
  const plain = (nom ?? '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const slug = [...(plain === '' ? [] : [plain]), siret ?? siren].join('-');
  const cpv = most(own.map(({ contrat }) => contrat.cpv));
  const amounts = amountsOf(own);
  const item = {
    siret,
    slug,
    nb_etablissements: number,
    departement: most(own.map(({ contrat }) => contrat.lieu_execution?.departement ?? null)),
    taille: unite?.categorie ?? null,
    montant_median: median(amounts),
    cpv_principal: cpv,
    liens: { fiche: `${SITE_URL}/prestataires/${slug}?src=api` },
  };
  const buyers = tally(own.flatMap((one) => (one.buyer === null ? [] : [{ key: one.buyer, of: one }])));
  buyers.sort((a, b) => b.count - a.count || (b.total ?? -1) - (a.total ?? -1) || (a.key < b.key ? -1 : 1));
  const place = siret === null ? undefined : facts.etablissements.get(siret);
  const detail = {
    ...item,
    nom,
    siren,
    type: facts.revendications.has(siren) ? 'revendiquee' : 'decp',
    categorie_juridique: null,
    adresse: { commune: null, code_postal: null, departement: place?.departement ?? null },
    statistiques: siret === null ? null : statistics(own, facts.today),
    derniers_marches: own.slice(0, 20).map((one) => one.item),
    principaux_acheteurs:
      siret === null
        ? []
        : buyers.slice(0, 10).map((one) => ({
            siret: one.key,
            nom:
              buyerName(facts, one.key) ??
              firstOf(one.of.sort(newestFirst).slice(0, 20), ({ contrat }) => contrat.acheteur.nom),
            nombre_contrats: one.count,
            montant_total: one.total === null ? null : one.total / 100,
          })),
    contrats_a_echeance: siret === null ? [] : ending(own, facts.today),
  };
  return { item, detail };
}

function acheteur(facts: Facts, siret: string, all: readonly Rendered[]): Json {
  const own = all.filter(({ buyer }) => buyer === siret).sort(newestFirst);
  const holders = tally(
    own.flatMap((one) => [...new Set(one.holders.map(({ siren }) => siren))].map((key) => ({ key, of: one }))),
  );
  holders.sort((a, b) => b.count - a.count || (b.total ?? -1) - (a.total ?? -1) || (a.key < b.key ? -1 : 1));
  const sirets = tally(
    own.flatMap((one) => one.holders.flatMap((h) => (h.siret === null ? [] : [{ key: h.siret, of: one }]))),
  );
  sirets.sort(
    (a, b) =>
      b.count - a.count || (a.latest === b.latest ? 0 : a.latest < b.latest ? 1 : -1) || (a.key < b.key ? -1 : 1),
  );
  const cpv = new Map<string, number>();
  for (const { contrat } of own) if (contrat.cpv !== null) cpv.set(contrat.cpv, (cpv.get(contrat.cpv) ?? 0) + 1);
  const days = own.flatMap(({ contrat }) => contrat.date_notification ?? []).sort();
  const amounts = amountsOf(own);
  return {
    siret,
    siren: siret.slice(0, 9),
    nom: buyerName(facts, siret) ?? firstOf(own.slice(0, 20), ({ contrat }) => contrat.acheteur.nom),
    departement: facts.etablissements.get(siret)?.departement ?? facts.inscrits.get(siret)?.departement ?? null,
    categorie: null,
    contrats: {
      nombre: own.length,
      montant_total: sum(amounts),
      montant_median: median(amounts),
      premiere_notification: days[0] ?? null,
      derniere_notification: days.at(-1) ?? null,
    },
    cpv_principaux: [...cpv]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 5)
      .map(([code, nombre]) => ({ cpv: code, nombre })),
    principaux_titulaires: holders.slice(0, 10).map((one) => ({
      siret: sirets.find(({ key }) => key.startsWith(one.key))?.key ?? null,
      nom:
        facts.unites.get(one.key)?.nom ??
        firstOf(one.of.sort(newestFirst).slice(0, 20), (of) => holderName(of, one.key)),
      nombre_contrats: one.count,
      montant_total: one.total === null ? null : one.total / 100,
    })),
    derniers_marches: own.slice(0, 20).map((one) => one.item),
    contrats_a_echeance: ending(own, facts.today),
    liens: {
      fiche: `${SITE_URL}/acheteurs/${siret}?src=api`,
      avis: `${SITE_URL}/avis?acheteur_siret=${siret}&src=api`,
    },
  };
}

/** The name under which a contract shows the first establishment of a company that may be named. */
function holderName({ holders }: Rendered, siren: string): string | null {
  return holders.find((one) => one.siren === siren)?.nom ?? null;
}

function firstOf(list: readonly Rendered[], of: (one: Rendered) => string | null): string | null {
  for (const one of list) {
    const found = of(one);
    if (found !== null) return found;
  }
  return null;
}

interface Tally {
  key: string;
  count: number;
  /** Cents. */
  total: number | null;
  latest: string;
  of: Rendered[];
}

function tally(pairs: readonly { key: string; of: Rendered }[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const { key, of } of pairs) {
    const one = found.get(key) ?? { key, count: 0, total: null, latest: '', of: [] };
    one.count++;
    one.of.push(of);
    if (of.contrat.montant !== null) one.total = (one.total ?? 0) + Math.round(of.contrat.montant * 100);
    const day = of.contrat.date_notification ?? '';
    if (day > one.latest) one.latest = day;
    found.set(key, one);
  }
  return [...found.values()];
}

function most(values: readonly (string | null)[]): string | null {
  let best: string | null = null;
  for (const value of [...new Set(values)].filter((one) => one !== null).sort()) {
    const count = (of: string | null) => values.filter((one) => one === of).length;
    if (best === null || count(value) > count(best)) best = value;
  }
  return best;
}

/** Cents. */
function amountsOf(list: readonly Rendered[]): number[] {
  return list.flatMap(({ contrat }) => (contrat.montant === null ? [] : [Math.round(contrat.montant * 100)]));
}

function sum(cents: readonly number[]): number | null {
  return cents.length === 0 ? null : cents.reduce((total, one) => total + one, 0) / 100;
}

function median(cents: readonly number[]): number | null {
  if (cents.length === 0) return null;
  const sorted = [...cents].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const value = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return Math.round(value) / 100;
}

function statistics(own: readonly Rendered[], today: string): Json {
  const days = own.flatMap(({ contrat }) => contrat.date_notification ?? []).sort();
  const within = (from: number, to: number) =>
    own.filter(({ contrat }) => {
      const day = contrat.date_notification;
      return day !== null && day <= today && later(day, from) <= today && later(day, to) > today;
    });
  const last = within(0, 12);
  const now = last.length === 0 ? 0 : sum(amountsOf(last));
  const before = sum(amountsOf(within(12, 24)));
  const amounts = amountsOf(own);
  return {
    nombre_contrats: own.length,
    montant_total: sum(amounts),
    montant_median: median(amounts),
    montant_12m: now,
    croissance_12m:
      now === null || before === null || before === 0 ? null : Math.round((1000 * (now - before)) / before) / 10,
    premiere_notification: days[0] ?? null,
    derniere_notification: days.at(-1) ?? null,
  };
}

function ending(own: readonly Rendered[], today: string): Json[] {
  return own
    .filter(({ fin }) => fin !== null && fin >= today && later(fin, -12) <= today)
    .sort((a, b) => (a.fin === b.fin ? a.place - b.place : a.fin! < b.fin! ? -1 : 1))
    .slice(0, 50)
    .map((one) => one.item);
}
