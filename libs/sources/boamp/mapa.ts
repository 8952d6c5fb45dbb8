import type { AvisContent, Lot } from '#contract/avis';
import type { Collector } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { calendarDate } from '../values/date.js';
import { departement } from '../values/place.js';
import { line, text } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { IN_THE_DOCUMENTS, sharedCriteria, weighted } from './criteria.js';
import { deadline } from './deadline.js';
import { months } from './duration.js';
import { at, descendants, has, liste, scalar, scalarAt } from './json.js';
import { byNumber, withNumbers } from './lots.js';
import { declaredPlace } from './place.js';
import type { BoampRecord } from './record.js';
import { formePrix, procedureLabel, typeMarche } from './vocabulary.js';

/**
 * Adapted-procedure notices below 90 000 € (root `MAPA`; docs/sources.md, B1.2): no budget, CPV nor SIRET in this format.
 * @param block the element that holds the notice: `initial`, or `attribution` of a result.
 */
export function readMapa(record: BoampRecord, block: string, collector: Collector): AvisContent {
  const notice = at(record.donnees, `MAPA.${block}`);
  const organisme = at(record.donnees, 'MAPA.organisme');
  const lots = lotsOf(notice, collector);
  const description = text(scalarAt(notice, 'description.objet'));
  const renseignements = textsUnder(at(notice, 'renseignements'), (name) => name !== 'idMarche');
  return {
    titre: line(scalarAt(record.flat, 'objet')) ?? line(description),
    description,
    budget: null,
    cpv: null,
    date_limite: collector.keep('date_limite', deadline(record, 'MAPA', at(notice, 'delais.receptionOffres'))),
    type_marche: collector.keep('type_marche', typeMarche(record, at(notice, 'natureMarche'))),
    procedure: procedureLabel(record, undefined),
    acheteur: {
      nom: line(scalarAt(organisme, 'acheteurPublic')) ?? line(scalarAt(record.flat, 'nomacheteur')),
      siret: null,
      departement: collector.keep('acheteur.departement', departement(scalarAt(organisme, 'adr.cp'))),
    },
    lien_source: null,
    nb_lots: lots.length > 0 ? lots.length : null,
    lots,
    criteres: sharedCriteria(null, awardCriteria(at(notice, 'criteres'))),
    duree_mois: collector.keep('duree_mois', months(at(notice, 'duree.nbMois'))),
    lieu_execution: declaredPlace(record, [], null, collector),
    date_debut_prestation: collector.keep(
      'date_debut_prestation',
      calendarDate(scalarAt(notice, 'duree.dateACompterDu')),
    ),
    forme_prix: formePrix(renseignements, description),
    url_profil_acheteur: collector.keep('url_profil_acheteur', httpUrl(scalarAt(organisme, 'urlProfilAcheteur'))),
    renseignements_complementaires: renseignements,
    capacites: { economique: null, technique: null, exercice: textsUnder(at(notice, 'justifications'), () => true) },
  };
}

/** The buyer's own reference of the consultation. */
export function referenceMapa(record: BoampRecord, block: string): unknown {
  return scalarAt(record.donnees, `MAPA.${block}.renseignements.idMarche`);
}

function lotsOf(notice: unknown, collector: Collector): Lot[] {
  const lots = liste(at(notice, 'lots.lot')).map((lot) => ({
    numero: line(scalarAt(lot, 'numLot')),
    description: text(scalarAt(lot, 'description')) ?? text(scalarAt(lot, 'intitule')),
    budget: null,
    cpv: collector.keep('lots.cpv', cpv(scalarAt(lot, 'codeCPV.objetPrincipal.classPrincipale'))),
  }));
  return byNumber(withNumbers(lots));
}

function awardCriteria(block: unknown): string | Record<string, unknown> | null {
  const criteres = weighted(at(block, 'criterePondere'), 'critere', 'criterePCT');
  if (criteres.length > 0) return { criteres };
  if (!has(block, 'critereCDC')) return text(scalarAt(block, 'critereLibre'));
  return text(scalarAt(block, 'critereCDC')) ?? IN_THE_DOCUMENTS;
}

/** Own text of a block, or the texts of its elements line by line. */
function textsUnder(block: unknown, wanted: (name: string) => boolean): string | null {
  const own = text(scalar(block));
  if (own !== null) return own;
  const parts = [...descendants(block)].flatMap(([name, element]) =>
    name.startsWith('@') || !wanted(name) ? [] : (text(typeof element === 'object' ? null : scalar(element)) ?? []),
  );
  return [...new Set(parts)].join('\n') || null;
}
