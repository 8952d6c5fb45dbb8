import type { AvisContent } from '#contract/avis';
import type { TypeMarche } from '#contract/vocabulary';
import type { Publication, RejectionReason } from '../publication.js';
import { type Cleaned, type Collector, createCollector, firstCleaned, kept, refused } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { calendarDate } from '../values/date.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { awardScope } from './awards.js';
import { changedLots, motifOf } from './changes.js';
import { capacitiesOf, criteriaOf } from './criteria.js';
import { deadlineOf } from './deadlines.js';
import { durationOf } from './duration.js';
import { inExtension } from './extension.js';
import { PROCEDURES } from './labels.js';
import { codeOf, inFrench } from './language.js';
import { lookup } from './lookup.js';
import { lotElements, lotsOf, numberOf } from './lots.js';
import { estimateOf } from './money.js';
import type { EformsNode } from './node.js';
import { kindOf } from './notice-kind.js';
import { type Buyer, buyerOf } from './organisations.js';
import { placeOf } from './place.js';
import { aliasesOf, citationsOf, keysOf, publicationNumber } from './references.js';

const TYPES: Readonly<Record<string, TypeMarche>> = {
  works: 'Travaux',
  services: 'Services',
  supplies: 'Fournitures',
};

/** Everything that an eForms notice tells by itself; the source adds its own identifier and link. */
export interface EformsNotice extends Omit<Publication, 'source' | 'identifiant' | 'content'> {
  /** Complete: an eForms change republishes the whole notice. `lien_source` is the source's to set. */
  content: AvisContent;
  /** Gazette number, `47522-2024`; null outside TED. */
  publicationNumber: string | null;
  /** ISO 3166-1 alpha-3; null when not given. */
  buyerCountry: string | null;
}

export type EformsMapping = { ok: true; notice: EformsNotice } | { ok: false; reason: RejectionReason; detail: string };

const ROOTS = new Set(['ContractNotice', 'ContractAwardNotice', 'PriorInformationNotice']);

/**
 * Reads an eForms notice, whatever its rendering: UBL XML of TED or JSON of BOAMP (docs/sources.md, B1.3). Pure.
 * `closes` and `lots_concernes` of an award tell what it ends; of a cancellation, what it cancels.
 */
export function mapEforms(root: EformsNode): EformsMapping {
  if (root.name === 'BusinessRegistrationInformationNotice') return refusal('out_of_scope', 'business registration');
  if (!ROOTS.has(root.name)) return refusal('unknown_format', `unknown root element ${root.name.slice(0, 50)}`);
  const kind = kindOf(root);
  if (!kind.ok) return kind;

  const collector = createCollector();
  const buyer = buyerOf(root, collector);
  if (buyer?.acheteur.nom == null) {
    return refusal('incomplete', 'no cac:ContractingParty resolves to an organisation with a name');
  }
  const content = contentOf(root, buyer, collector);
  if (content.titre === null) return refusal('incomplete', 'no cac:ProcurementProject/cbc:Name');

  const cites = citationsOf(root);
  const scope = scopeOf(root, kind.kind);
  return {
    ok: true,
    notice: {
      aliases: aliasesOf(root),
      kind: kind.kind,
      whole: true,
      // A first tender follows at most a planning notice, which is not kept: it starts its own chain.
      cites: kind.kind === 'initial' ? [] : cites,
      closes: scope.closes,
      lots_concernes: scope.lots,
      motif: motifOf(root),
      date_publication: collector.keep('date_publication', publicationDate(root)),
      keys: keysOf(root, kind.kind === 'initial' ? [] : cites),
      content,
      anomalies: collector.anomalies,
      publicationNumber: publicationNumber(root),
      buyerCountry: buyer.country,
    },
  };
}

function contentOf(root: EformsNode, buyer: Buyer, collector: Collector): AvisContent {
  const project = root.first('cac:ProcurementProject');
  const elements = lotElements(root);
  const lots = lotsOf(elements, collector);
  const lotProjects = elements.flatMap((lot) => lot.children('cac:ProcurementProject'));
  const projects = project === null ? lotProjects : [project, ...lotProjects];
  const periods = projects.flatMap((node) => node.children('cac:PlannedPeriod'));
  const type = codeOf(project?.first('cbc:ProcurementTypeCode'));
  const procedure = codeOf(root.first('cac:TenderingProcess/cbc:ProcedureCode'));
  const durations = periods.flatMap((period) => collector.keep('duree_mois', durationOf(period)) ?? []);
  const starts = periods.flatMap(
    (period) => collector.keep('date_debut_prestation', calendarDate(codeOf(period.first('cbc:StartDate')))) ?? [],
  );
  const notes = (nodes: readonly EformsNode[]) => nodes.flatMap((node) => inFrench(node.children('cbc:Note')) ?? []);
  return {
    titre: line(inFrench(project?.children('cbc:Name') ?? [])),
    description: inFrench(project?.children('cbc:Description') ?? []),
    budget: collector.keep(
      'budget',
      firstCleaned(
        () => estimateOf(project),
        () => kept(sumOfLots(elements)),
      ),
    ),
    cpv: collector.keep('cpv', mainCpv(projects)),
    date_limite: collector.keep('date_limite', deadlineOf(elements)),
    type_marche: collector.keep('type_marche', labelOf(TYPES, type)),
    procedure: collector.keep('procedure', labelOf(PROCEDURES, procedure)),
    acheteur: buyer.acheteur,
    lien_source: null,
    nb_lots: elements.length === 0 ? null : lots.length,
    lots,
    criteres: criteriaOf(elements),
    duree_mois: durations.length === 0 ? null : Math.max(...durations),
    lieu_execution: placeOf(projects, collector),
    date_debut_prestation: starts.sort()[0] ?? null,
    forme_prix: null,
    url_profil_acheteur: collector.keep('url_profil_acheteur', profileAddress(root)),
    renseignements_complementaires:
      notes(project === null ? [] : [project])[0] ?? ([...new Set(notes(lotProjects))].join('\n') || null),
    capacites: capacitiesOf(elements),
  };
}

function labelOf<T>(labels: Readonly<Record<string, T>>, code: string | null): Cleaned<T> {
  if (code === null) return kept<T>(null);
  const label = lookup(labels, code);
  return label === undefined ? refused('valeur_inconnue', code) : kept(label);
}

/** A sum that misses a lot would be a wrong budget: every lot has an estimate, or there is no sum. */
function sumOfLots(lots: readonly EformsNode[]): number | null {
  const estimates = lots.map((lot) => estimateOf(lot.first('cac:ProcurementProject')).value);
  if (estimates.length === 0 || estimates.some((estimate) => estimate === null)) return null;
  return Math.round(estimates.reduce<number>((sum, estimate) => sum + (estimate ?? 0), 0) * 100) / 100;
}

function mainCpv(projects: readonly EformsNode[]) {
  const codes = projects.flatMap((node) => node.all('cac:MainCommodityClassification/cbc:ItemClassificationCode'));
  return firstCleaned(...codes.map((code) => () => cpv(code.text)));
}

/** The buyer's profile; where it is not given, the address of the documents, which is on it. */
function profileAddress(root: EformsNode) {
  const documents = root.all(
    'cac:ProcurementProjectLot/cac:TenderingTerms/cac:CallForTendersDocumentReference/cac:Attachment/cac:ExternalReference/cbc:URI',
  );
  const addresses = [...root.all('cac:ContractingParty/cbc:BuyerProfileURI'), ...documents];
  return firstCleaned(...addresses.map((address) => () => httpUrl(address.text)));
}

function publicationDate(root: EformsNode) {
  return calendarDate(codeOf(inExtension(root, 'efac:Publication/efbc:PublicationDate')[0]));
}

function scopeOf(root: EformsNode, kind: Publication['kind']): { closes: boolean; lots: string[] } {
  const elements = lotElements(root);
  if (kind === 'attribution') return awardScope(root, elements);
  if (kind !== 'cancellation') return { closes: false, lots: [] };
  const lots = changedLots(root);
  const declared = elements.flatMap((lot) => numberOf(lot) ?? []);
  // The whole notice is cancelled unless some of its lots only are named.
  return { closes: lots.length === 0 || declared.every((lot) => lots.includes(lot)), lots };
}

function refusal(reason: RejectionReason, detail: string): EformsMapping {
  return { ok: false, reason, detail };
}
