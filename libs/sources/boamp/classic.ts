import type { AvisContent, Criteres, Lot } from '#contract/avis';
import { type Cleaned, type Collector, firstCleaned, kept } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { calendarDate } from '../values/date.js';
import { departement, departementOfNuts, departementOfPostcode } from '../values/place.js';
import { siret } from '../values/siret.js';
import { line, text } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { classicLots, numberedLots, undividedLot } from './classic-lots.js';
import { classicCriteria, sharedCriteria } from './criteria.js';
import { deadline } from './deadline.js';
import { months, monthsBetween, monthsOfDays, monthsOfYears } from './duration.js';
import { at, has, scalarAt } from './json.js';
import { euros, sumOfLots } from './money.js';
import { declaredPlace } from './place.js';
import type { BoampRecord } from './record.js';
import { formePrix, procedureLabel, typeMarche } from './vocabulary.js';

/**
 * Notices of the classic schemas (V110 to V230): elements in capitals, no root (docs/sources.md, B1.2). Since 2014 a notice
 * that is not divided has one lot that describes the whole contract: its values stand for the notice's.
 * @param block `attribution` for a result, whose values are awarded amounts or the range of the offers: no budget.
 */
export function readClassic(record: BoampRecord, block: string, collector: Collector): AvisContent {
  const { donnees } = record;
  const objet = at(donnees, 'OBJET');
  const identite = at(donnees, 'IDENTITE');
  const only = undividedLot(objet);
  const lots = numberedLots(objet, collector);
  return {
    titre: line(scalarAt(objet, 'TITRE_MARCHE')) ?? line(scalarAt(record.flat, 'objet')) ?? indexedTitle(record),
    description: text(scalarAt(objet, 'OBJET_COMPLET')) ?? text(scalarAt(only, 'DESCRIPTION')),
    budget: block === 'attribution' ? null : collector.keep('budget', estimate(objet, only, lots)),
    cpv: collector.keep(
      'cpv',
      firstCleaned(
        () => cpv(scalarAt(objet, 'CPV.PRINCIPAL')),
        () => cpv(scalarAt(only, 'CPV.PRINCIPAL')),
      ),
    ),
    date_limite: collector.keep(
      'date_limite',
      deadline(
        record,
        'classic',
        at(donnees, 'CONDITION_DELAI.RECEPT_OFFRES') ?? at(donnees, 'CONDITION_DELAI.RECEPT_CANDIDAT'),
      ),
    ),
    type_marche: collector.keep('type_marche', typeMarche(record, at(objet, 'TYPE_MARCHE'))),
    procedure: procedureLabel(record, at(donnees, 'PROCEDURE.TYPE_PROCEDURE')),
    acheteur: {
      nom: line(scalarAt(identite, 'DENOMINATION')) ?? line(scalarAt(record.flat, 'nomacheteur')),
      siret: collector.keep('acheteur.siret', siret(scalarAt(identite, 'CODE_IDENT_NATIONAL'))),
      departement: collector.keep('acheteur.departement', departementOf(identite)),
    },
    lien_source: null,
    nb_lots: nbLots(objet, lots.length),
    lots,
    criteres: criteria(record, objet),
    duree_mois: collector.keep('duree_mois', duration(objet)),
    lieu_execution: place(record, objet, only, collector),
    date_debut_prestation: collector.keep(
      'date_debut_prestation',
      firstCleaned(
        () => calendarDate(scalarAt(objet, 'DUREE_DELAI.DATE_DEBUT')),
        () => calendarDate(scalarAt(only, 'DATE_DEBUT')),
      ),
    ),
    forme_prix: formePrix(text(scalarAt(donnees, 'CONDITION_RELATIVE_MARCHE.FINANCEMENT'))),
    url_profil_acheteur: collector.keep(
      'url_profil_acheteur',
      firstCleaned(
        ...['URL_PROFIL_ACHETEUR', 'URL_DOCUMENT', 'URL'].map((name) => () => httpUrl(scalarAt(identite, name))),
      ),
    ),
    renseignements_complementaires: text(scalarAt(donnees, 'RENSEIGNEMENTS_COMPLEMENTAIRES.RENS_COMPLEMENT')),
    capacites: {
      economique: capacity(donnees, 'CAP_ECO'),
      technique: capacity(donnees, 'CAP_TECH'),
      exercice: text(scalarAt(donnees, 'CONDITION_PARTICIPATION.SITUATION_JURIDIQUE')),
    },
  };
}

/** The buyer's own reference of the contract or of the consultation. */
export function referenceClassic({ donnees, gestion }: BoampRecord): unknown {
  return (
    scalarAt(donnees, 'CONDITION_ADMINISTRATIVE.REFERENCE_MARCHE') ??
    scalarAt(donnees, 'OBJET.REF_MARCHE') ??
    scalarAt(gestion, 'MARCHE.ID_CONSULTATION')
  );
}

function departementOf(identite: unknown): Cleaned<string> {
  return firstCleaned(
    () => departement(scalarAt(identite, 'CP')),
    () => kept(departementOfNuts(String(scalarAt(identite, 'ADJUDICATEUR_NUTS') ?? ''))),
  );
}

function indexedTitle(record: BoampRecord): string | null {
  return (
    line(scalarAt(record.gestion, 'INDEXATION.RESUME_OBJET')) ?? line(scalarAt(record.donnees, 'OBJET.OBJET_COMPLET'))
  );
}

function estimate(objet: unknown, only: unknown, lots: Lot[]): Cleaned<number> {
  return firstCleaned(
    ...['VALEUR', 'VALEUR_TOTALE', 'VALEUR_MAX'].map((name) => () => euros(at(objet, `CARACTERISTIQUES.${name}`))),
    () => euros(at(objet, 'ACCORD_CADRE.VALEUR')),
    () => euros(at(only, 'VALEUR')),
    () => kept(sumOfLots(lots)),
  );
}

function nbLots(objet: unknown, numbered: number): number | null {
  if (numbered > 0) return numbered;
  return has(objet, 'DIV_EN_LOTS.NON') ? 0 : null;
}

/**
 * Criteria said lot by lot come before the procedure's, which then only says « prix » (seen); lots that share them all
 * give one list.
 */
function criteria({ donnees }: BoampRecord, objet: unknown): Criteres | null {
  const lots = classicLots(objet).flatMap(({ numero, element }) => {
    const criteres = classicCriteria(at(element, 'CRITERES_ATTRIBUTION'));
    return criteres === null ? [] : [{ numero, criteres }];
  });
  const [first] = lots;
  const same = lots.every(({ criteres }) => JSON.stringify(criteres) === JSON.stringify(first?.criteres));
  const ofLots = same
    ? (first?.criteres ?? null)
    : { lots: lots.map(({ numero, criteres }) => ({ numero, ...criteres })) };
  const selection = text(scalarAt(donnees, 'CONDITION_PARTICIPATION.CRITERE_SELECTION'));
  return sharedCriteria(selection, ofLots ?? classicCriteria(at(donnees, 'PROCEDURE.CRITERES_ATTRIBUTION')));
}

function duration(objet: unknown): Cleaned<number> {
  return firstCleaned(
    () => months(at(objet, 'DUREE_DELAI.DUREE_MOIS')),
    () => monthsOfDays(at(objet, 'DUREE_DELAI.DUREE_JOUR')),
    () => monthsBetween(at(objet, 'DUREE_DELAI.DATE_DEBUT'), at(objet, 'DUREE_DELAI.DATE_FIN')),
    () => months(at(objet, 'ACCORD_CADRE.DUREE_MOIS')),
    () => monthsOfYears(at(objet, 'ACCORD_CADRE.DUREE_AN')),
    () => longest(classicLots(objet).map(({ element }) => element)),
  );
}

/** Where only the lots have a duration, the contract lasts as long as the longest, as in eForms. */
function longest(lots: readonly unknown[]): Cleaned<number> {
  const durations = lots.map((lot) =>
    firstCleaned(
      () => months(at(lot, 'DUREE_MOIS')),
      () => monthsOfDays(at(lot, 'DUREE_JOUR')),
      () => monthsBetween(at(lot, 'DATE_DEBUT'), at(lot, 'DATE_FIN')),
    ),
  );
  return durations.sort((a, b) => (b.value ?? 0) - (a.value ?? 0))[0] ?? kept<number>(null);
}

function place(record: BoampRecord, objet: unknown, only: unknown, collector: Collector) {
  const cp = line(scalarAt(objet, 'LIEU_EXEC_LIVR.CP'));
  const ofLots = classicLots(objet).flatMap(({ element }) => line(scalarAt(element, 'CODE_NUTS')) ?? []);
  const found = [cp === null ? null : departementOfPostcode(cp), ...ofLots.map(departementOfNuts)];
  const nuts = line(scalarAt(objet, 'LIEU_EXEC_LIVR.CODE_NUTS')) ?? line(scalarAt(only, 'CODE_NUTS')) ?? ofLots[0];
  return declaredPlace(
    record,
    found.filter((code) => code !== null),
    nuts ?? null,
    collector,
  );
}

function capacity(donnees: unknown, name: string): string | null {
  const parts = [name, `${name}_NIVEAU_MINI`].map((element) =>
    text(scalarAt(donnees, `CONDITION_PARTICIPATION.${element}`)),
  );
  return parts.filter((part) => part !== null).join('\n') || null;
}
