import type { Type } from '@nestjs/common';
import { AcheteursController } from '../acheteurs/acheteurs.controller.js';
import { policyOf, type Handler } from '../access/route.js';
import { AttributionsController } from '../attributions/attributions.controller.js';
import { AvisController } from '../avis/avis.controller.js';
import { ContratsController } from '../contrats/contrats.controller.js';
import { DepartementsController } from '../departements/departements.controller.js';
import { MoiController } from '../moi/moi.controller.js';
import { OpportunitesController } from '../opportunites/opportunites.controller.js';
import { PrestatairesController } from '../prestataires/prestataires.controller.js';
import { SourcesController } from '../sources/sources.controller.js';
import { inputSchema, type PageSize } from './input-schema.js';
import { outputSchema } from './output-schema.js';
import { acheteurText } from './texts/acheteur-text.js';
import { attributionsText } from './texts/attributions-text.js';
import { avisListText } from './texts/avis-list-text.js';
import { avisText } from './texts/avis-text.js';
import { contratsText } from './texts/contrats-text.js';
import { departementsText } from './texts/departements-text.js';
import { moiText } from './texts/moi-text.js';
import { opportunitesText } from './texts/opportunites-text.js';
import { prestataireText } from './texts/prestataire-text.js';
import { prestatairesText } from './texts/prestataires-text.js';
import { sourcesText } from './texts/sources-text.js';
import type { Tool } from './tool.js';

const TEN_A_PAGE: PageSize = { name: 'per_page', default: 10 };
const LIMITE_TEN: PageSize = { name: 'limite', default: 10 };

/**
 * The eleven tools, in the contract's order.
 * @param get gives the application's one controller of a class.
 */
export function createTools(get: <T>(controller: Type<T>) => T): Tool[] {
  const avis = get(AvisController);
  const prestataires = get(PrestatairesController);
  return [
    tool(avis, 'search', {
      name: 'search_avis',
      title: 'Chercher des avis de marchés',
      description:
        'Cherche des appels d’offres publics français. Donnez `q` (mots du titre ou de l’acheteur) et des filtres : vous obtenez une recherche paginée par `page`. Sans `q`, `tri` ni `page`, parcourt tous les avis par ordre de changement, avec `curseur`. Par défaut les avis ouverts seulement. Coûte un enregistrement de quota par avis servi. Pour un avis entier (lots, critères, lieu) : `get_avis` avec son `id`.',
      pageSize: TEN_A_PAGE,
      textOf: avisListText,
    }),
    tool(avis, 'detail', {
      name: 'get_avis',
      title: 'Lire un avis en entier',
      description:
        'L’avis complet d’un `id` donné par `search_avis` ou `list_opportunites` : description entière, lots, critères, capacités demandées, durée, lieu d’exécution, profil d’acheteur. Un avis retiré répond sa forme retirée, avec l’identifiant de celui qui le remplace.',
      pageSize: null,
      textOf: avisText,
    }),
    tool(get(OpportunitesController), 'list', {
      name: 'list_opportunites',
      title: 'Les avis qui conviennent au compte',
      description:
        'Les avis ouverts qui conviennent au profil de l’entreprise de l’utilisateur, le meilleur score d’abord, avec les raisons du score. À préférer à `search_avis` quand l’utilisateur demande ce qui est fait pour lui.',
      pageSize: TEN_A_PAGE,
      textOf: opportunitesText,
    }),
    tool(prestataires, 'search', {
      name: 'search_prestataires',
      title: 'Chercher des entreprises titulaires',
      description:
        'Cherche des entreprises qui ont obtenu des marchés publics, par nom, département, secteur (CPV) ou taille. La fiche complète : `get_prestataire` avec le `slug`.',
      pageSize: TEN_A_PAGE,
      textOf: prestatairesText,
    }),
    tool(prestataires, 'detail', {
      name: 'get_prestataire',
      title: 'La fiche d’une entreprise titulaire',
      description:
        'Une entreprise titulaire de marchés par son `slug` : chiffres, derniers marchés, principaux acheteurs, contrats bientôt à échéance.',
      pageSize: null,
      textOf: prestataireText,
    }),
    tool(get(AcheteursController), 'detail', {
      name: 'get_acheteur',
      title: 'La fiche d’un acheteur public',
      description:
        'Un acheteur public par son SIRET (donné par les avis et les contrats) : avis ouverts, contrats, principaux titulaires, contrats bientôt à échéance.',
      pageSize: null,
      textOf: acheteurText,
    }),
    tool(get(AttributionsController), 'list', {
      name: 'search_attributions',
      title: 'Chercher des avis d’attribution',
      description:
        'Les avis d’attribution publiés, le plus récent d’abord : marché, acheteur, lien vers l’avis d’origine. Ils ne disent ni le titulaire ni le montant : pour ceux-ci, `search_contrats`. Quota de la famille `decp`, plus petit : demandez peu à la fois.',
      pageSize: LIMITE_TEN,
      textOf: attributionsText,
    }),
    tool(get(ContratsController), 'list', {
      name: 'search_contrats',
      title: 'Chercher des contrats conclus',
      description:
        'Les contrats notifiés (titulaire, montant, durée), le plus récent d’abord. Il faut au moins un filtre parmi `acheteur_siret`, `titulaire_siret`, `titulaire_siren`, `departement`, `cpv` ; `q` seulement avec un acheteur ou un titulaire. Quota de la famille `decp`, plus petit : demandez peu à la fois.',
      pageSize: LIMITE_TEN,
      textOf: contratsText,
    }),
    tool(get(SourcesController), 'list', {
      name: 'list_sources',
      title: 'Les sources des avis',
      description:
        'Les 18 sources, leur code (pour le filtre `source`), leur licence, leur état et leur retard. Ne consomme pas de quota.',
      pageSize: null,
      textOf: sourcesText,
    }),
    tool(get(MoiController), 'read', {
      name: 'mon_compte',
      title: 'Le compte, la clé et le quota du jour',
      description: 'Les périmètres de la clé employée et ce qui reste du quota du jour. Ne consomme pas de quota.',
      pageSize: null,
      textOf: moiText,
    }),
    tool(get(DepartementsController), 'list', {
      name: 'list_departements',
      title: 'Les départements et leurs avis ouverts',
      description:
        'Les 107 départements, leur code (pour le filtre `departement`) et leur nombre d’avis ouverts. Ne consomme pas de quota.',
      pageSize: null,
      textOf: departementsText,
    }),
  ];
}

type Words = Pick<Tool, 'name' | 'title' | 'description' | 'pageSize' | 'textOf'>;

/** A tool from the method of a controller: the policy of its route, and its handler. */
function tool<C extends object>(controller: C, method: keyof C & string, words: Words): Tool {
  const handler = controller[method] as Handler;
  const policy = policyOf(handler);
  return {
    ...words,
    policy,
    handle: (request) => handler.call(controller, request as never),
    inputSchema: inputSchema(policy, words.pageSize),
    outputSchema: outputSchema(policy.answer),
  };
}
