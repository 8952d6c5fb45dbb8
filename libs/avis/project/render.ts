import { createHash } from 'node:crypto';
import type { AvisContent, AvisDetail, AvisListItem, Lot } from '#contract/avis';
import { COMPLETUDE_VERSION } from '#contract/limits';
import { mentionOf, sourceOf } from '#sources/registry';
import type { AvisEnrichi } from '../enrich/enrich.js';
import { avisId } from '../fold/identity.js';
import { compareIdentifiants } from '../fold/order.js';
import { parisDay } from './paris.js';
import type { Rendered } from './rendered.js';
import { shortDescription } from './short-description.js';
import { statutAt } from './statut.js';

/** Longest text indexed for `q`: titles beyond are no titles, and a tsvector has a limit of 1 MB. */
const SEARCH_MAX = 20_000;

export interface RenderContext {
  now: Date;
  /** Address of the public site, without a final slash. */
  siteUrl: string;
}

/** Renders a notice as it is served at an instant. Pure: the same facts at the same instant give the same bytes. */
export function renderAvis(avis: AvisEnrichi, context: RenderContext): Rendered {
  const { facts, content } = avis;
  const { statut, closes_at } = statutAt(
    {
      date_limite: content.date_limite,
      date_publication: facts.date_publication,
      closed: facts.cloture !== null,
    },
    context.now,
  );
  const item = listItem(avis, statut, context.siteUrl);
  const liste = JSON.stringify({ ...item, description: shortDescription(item.description) });
  const detail = JSON.stringify(withDetail(item, content));
  const lieux = content.lieu_execution?.departements ?? [];
  const standIn = content.acheteur.departement === null ? [] : [content.acheteur.departement];
  return {
    id: item.id,
    statut,
    closes_at,
    source: item.source,
    departements: lieux.length > 0 ? [...new Set(lieux)] : standIn,
    acheteur_siret: item.acheteur.siret,
    cpv: item.cpv,
    type_marche: item.type_marche,
    budget: item.budget,
    date_limite: item.date_limite,
    jour_limite: item.date_limite === null ? null : parisDay(new Date(item.date_limite)),
    date_publication: item.date_publication,
    completude: item.completude,
    completude_propre: avis.completude_propre,
    recherche: `${item.titre ?? ''} ${item.acheteur.nom ?? ''}`.trim().slice(0, SEARCH_MAX),
    liste,
    detail,
    empreinte: fingerprint(liste, detail),
  };
}

/** Fingerprint of the two served texts. */
export function fingerprint(liste: string, detail: string): Buffer {
  return createHash('sha256').update(liste).update('\n').update(detail).digest();
}

function listItem(avis: AvisEnrichi, statut: 'ouvert' | 'clos', siteUrl: string): AvisListItem {
  const { facts, content } = avis;
  const source = sourceOf(facts.source);
  if (source === undefined) throw new Error(`unknown source ${facts.source}`);
  const { nom, siret, departement } = content.acheteur;
  return {
    id: avisId(facts.source, facts.racine),
    source: facts.source,
    licence: source.licence,
    mention: mentionOf(source, facts.derniere_publication),
    lien_source: content.lien_source,
    statut,
    titre: content.titre,
    budget: content.budget,
    cpv: content.cpv,
    date_limite: content.date_limite,
    date_publication: facts.date_publication,
    type_marche: content.type_marche,
    procedure: content.procedure,
    description: content.description,
    acheteur: { nom, siret, departement },
    nb_lots: content.nb_lots,
    completude: avis.completude,
    completude_version: COMPLETUDE_VERSION,
    champs_manquants: avis.champs_manquants,
    publie_aussi_sur: avis.publie_aussi_sur,
    origines: avis.origines,
    liens: { acheteur: siret !== null && /^\d{14}$/.test(siret) ? `${siteUrl}/acheteurs/${siret}?src=api` : null },
  };
}

function withDetail(item: AvisListItem, content: AvisContent): AvisDetail {
  const { criteres, lieu_execution: lieu, capacites } = content;
  return {
    ...item,
    lots: [...content.lots].sort((a, b) => compareIdentifiants('', a.numero, b.numero)).map(lotOf),
    criteres:
      criteres === null ? null : { selection: criteres.selection ?? null, attribution: criteres.attribution ?? null },
    duree_mois: content.duree_mois,
    lieu_execution: lieu === null ? null : { departements: lieu.departements, code_nuts: lieu.code_nuts },
    date_debut_prestation: content.date_debut_prestation,
    forme_prix: content.forme_prix,
    url_profil_acheteur: content.url_profil_acheteur,
    renseignements_complementaires: content.renseignements_complementaires,
    capacites: {
      economique: capacites.economique,
      technique: capacites.technique,
      exercice: capacites.exercice,
    },
  };
}

function lotOf({ numero, description, budget, cpv }: Lot): Lot {
  return { numero, description, budget, cpv };
}
