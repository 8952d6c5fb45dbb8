import type { AvisContent, Lot } from '#contract/avis';
import { type Collector, firstCleaned, kept } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { departement } from '../values/place.js';
import { siret } from '../values/siret.js';
import { line, text } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { sharedCriteria } from './criteria.js';
import { deadline } from './deadline.js';
import { months } from './duration.js';
import { at, has, liste, scalarAt } from './json.js';
import { byNumber, withNumbers } from './lots.js';
import { euros, sumOfLots } from './money.js';
import { declaredPlace, departementsInText } from './place.js';
import type { BoampRecord } from './record.js';
import { formePrix, procedureLabel, typeMarche } from './vocabulary.js';

/**
 * National notices from 90 000 € to the EU thresholds (root `FNSimple`; docs/sources.md, B1.2).
 * @param block the element that holds the notice: `initial`, or `attribution` of a result.
 */
export function readFnSimple(record: BoampRecord, block: string, collector: Collector): AvisContent {
  const notice = at(record.donnees, `FNSimple.${block}`);
  const organisme = at(record.donnees, 'FNSimple.organisme');
  const market = at(notice, 'natureMarche');
  const lots = lotsOf(notice, collector);
  const description = text(scalarAt(market, 'description'));
  const complement = text(scalarAt(notice, 'informComplementaire.autresInformComplementaire'));
  const visit = text(scalarAt(notice, 'informComplementaire.oui.visiteDetail'));
  const place = line(scalarAt(market, 'lieuExecution'));
  return {
    titre: line(scalarAt(market, 'intitule')) ?? line(scalarAt(record.flat, 'objet')),
    description,
    budget: collector.keep(
      'budget',
      firstCleaned(
        () => euros(at(market, 'valeurEstimee.valeur')),
        () => euros(at(market, 'valeurEstimee.fourchette.valeurHaute')),
        () => kept(sumOfLots(lots)),
      ),
    ),
    cpv: collector.keep('cpv', mainCpv(market)),
    date_limite: collector.keep(
      'date_limite',
      deadline(record, 'FNSimple', at(notice, 'procedure.dateReceptionOffres')),
    ),
    type_marche: collector.keep('type_marche', typeMarche(record, at(market, 'natureMarche'))),
    procedure: procedureLabel(record, undefined),
    acheteur: {
      nom: line(scalarAt(organisme, 'nomOfficiel')) ?? line(scalarAt(record.flat, 'nomacheteur')),
      siret: collector.keep('acheteur.siret', siret(scalarAt(organisme, 'codeIdentificationNational'))),
      departement: collector.keep('acheteur.departement', departement(scalarAt(organisme, 'cp'))),
    },
    lien_source: null,
    nb_lots: nbLots(market, lots),
    lots,
    criteres: sharedCriteria(null, text(scalarAt(notice, 'procedure.criteresAttrib'))),
    duree_mois: collector.keep('duree_mois', months(at(market, 'dureeMois'))),
    lieu_execution: declaredPlace(record, departementsInText(place), null, collector),
    date_debut_prestation: null,
    forme_prix: formePrix(complement, description),
    url_profil_acheteur: collector.keep(
      'url_profil_acheteur',
      firstCleaned(
        () => httpUrl(scalarAt(notice, 'communication.urlProfilAch')),
        () => httpUrl(scalarAt(notice, 'communication.urlDocConsul')),
      ),
    ),
    renseignements_complementaires: [complement, visit].filter((part) => part !== null).join('\n') || null,
    capacites: {
      economique: text(scalarAt(notice, 'procedure.capaciteEcoFin')),
      technique: text(scalarAt(notice, 'procedure.capaciteTech')),
      exercice: text(scalarAt(notice, 'procedure.capaciteExercice')),
    },
  };
}

/** The buyer's own reference of the consultation. */
export function referenceFnSimple(record: BoampRecord, block: string): unknown {
  return scalarAt(record.donnees, `FNSimple.${block}.communication.identifiantInterne`);
}

function mainCpv(element: unknown) {
  return cpv(scalarAt(element, 'codeCPV.objetPrincipal.classPrincipale'));
}

function lotsOf(notice: unknown, collector: Collector): Lot[] {
  const lots = liste(at(notice, 'lots.lot')).map((lot) => ({
    numero: line(scalarAt(lot, 'numLot')),
    description: text(scalarAt(lot, 'description')) ?? text(scalarAt(lot, 'intitule')),
    budget: collector.keep(
      'lots.budget',
      firstCleaned(
        () => euros(at(lot, 'estimationValeur.valeur')),
        () => euros(at(lot, 'estimationValeur.fourchette.valeurHaute')),
      ),
    ),
    cpv: collector.keep('lots.cpv', mainCpv(lot)),
  }));
  return byNumber(withNumbers(lots));
}

/** Null when the notice says that it is divided and lists no lot, or does not say. */
function nbLots(market: unknown, lots: Lot[]): number | null {
  if (lots.length > 0) return lots.length;
  return has(market, 'lotsMarche.non') ? 0 : null;
}
