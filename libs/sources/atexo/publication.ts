import type { AvisContent } from '#contract/avis';
import type { TypeMarche } from '#contract/vocabulary';
import type { Normalised } from '../publication.js';
import type { SourceCode } from '../registry.js';
import { amount } from '../values/amount.js';
import { type Cleaned, type Collector, kept, refused } from '../values/cleaned.js';
import { frenchDate, frenchInstant } from '../values/french-date.js';
import { line, text } from '../values/text.js';
import { consultationKeys } from '../values/url.js';
import { buyerOf } from './buyer.js';
import { type ConsultationRef, identifiantOf, publicAddress } from './identity.js';
import { departements } from './places.js';
import { rejected } from './rejected.js';
import type { ShownConsultation } from './shown.js';

/**
 * The publication of a consultation that a portal shows as open. Portals show its present state only: a change comes as a
 * new document under the same identifiant, so every publication is whole and initial. What is not shown is null.
 */
export function publicationOf(
  source: SourceCode,
  ref: ConsultationRef,
  shown: ShownConsultation,
  collector: Collector,
): Normalised {
  const identifiant = identifiantOf(ref);
  const titre = line(shown.intitule) ?? line(shown.objet);
  if (titre === null) return rejected('incomplete', 'intitule, objet: no title', identifiant);
  const lien_source = publicAddress(source, ref);
  const publie = collector.keep('date_publication', frenchDate(shown.publie));
  return {
    ok: true,
    publication: {
      source,
      identifiant,
      aliases: [],
      kind: 'initial',
      whole: true,
      cites: [],
      closes: false,
      lots_concernes: [],
      motif: null,
      date_publication: publie?.jour ?? null,
      keys: {
        procedure_uuid: null,
        joue: [],
        boamp: [],
        consultations: consultationKeys(lien_source),
        reference_acheteur: line(shown.reference),
      },
      content: content(shown, titre, lien_source, collector),
      anomalies: collector.anomalies,
    },
  };
}

function content(shown: ShownConsultation, titre: string, lien_source: string, collector: Collector): AvisContent {
  const codes = departements(shown.lieux, collector);
  return {
    titre,
    description: text(shown.objet),
    budget: collector.keep('budget', amount(shown.valeur)),
    cpv: null,
    date_limite: collector.keep('date_limite', deadline(shown.limite)),
    type_marche: collector.keep('type_marche', typeMarche(shown.categorie)),
    procedure: line(shown.procedure),
    acheteur: buyerOf(shown.organisme, collector),
    lien_source,
    nb_lots: lots(shown.lots),
    lots: [],
    criteres: null,
    duree_mois: null,
    lieu_execution: codes.length === 0 ? null : { departements: codes, code_nuts: null },
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: null,
    renseignements_complementaires: null,
    capacites: { economique: null, technique: null, exercice: null },
  };
}

/** Deadlines ten years ahead are those of dynamic purchasing systems. */
function deadline(limite: string | null): Cleaned<string> {
  const date = frenchDate(limite);
  return date.value === null ? { value: null, anomaly: date.anomaly } : frenchInstant(date.value);
}

const TYPES: readonly (readonly [RegExp, TypeMarche])[] = [
  [/^travaux/i, 'Travaux'],
  [/^services?/i, 'Services'],
  [/^fournitures?/i, 'Fournitures'],
];

function typeMarche(categorie: string | null): Cleaned<TypeMarche> {
  const name = line(categorie);
  if (name === null) return kept<TypeMarche>(null);
  const type = TYPES.find(([start]) => start.test(name))?.[1];
  return type === undefined ? refused('valeur_inconnue', categorie) : kept(type);
}

/** « 3 lots » -> 3; a row without that text does not say. */
function lots(text: string | null): number | null {
  const count = Number(/^\d{1,4}(?=\s+lots?$)/i.exec(text ?? '')?.[0]);
  return count > 0 ? count : null;
}
