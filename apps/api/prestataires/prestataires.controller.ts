import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { ContractError } from '#contract/errors';
import { PER_PAGE_DEFAULT_PAGE_MODE } from '#contract/limits';
import { NoParameters } from '#contract/parameters/no-parameters';
import { PrestatairePath } from '#contract/parameters/prestataire-path';
import { PrestatairesQuery } from '#contract/parameters/prestataires-query';
import { prestataireDetail } from '#contrats/read/prestataire';
import { searchPrestataires } from '#contrats/read/prestataires';
import type { PrestatairesSearch } from '#contrats/read/prestataires-queries';
import { withinDelay } from '#platform/database/within-delay';
import { Prepared, Route } from '../access/route.js';
import { READ_POOL } from '../database/pools.js';
import { itemAnswer, listAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';

@Controller('prestataires')
export class PrestatairesController {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'searchPrestataires',
    tag: 'Prestataires',
    summary: 'Chercher des titulaires de contrats publics',
    description:
      'Les entreprises qui détiennent des contrats publics, une par SIREN, représentées par leur établissement le plus actif. Aucun filtre n’est obligatoire. 1000 résultats au plus : `meta.total_exact` est faux au-delà. Les entreprises non diffusibles n’y sont pas.',
    keyed: true,
    scope: 'prestataires:read',
    resource: 'prestataires',
    readsAvis: false,
    query: PrestatairesQuery,
    path: NoParameters,
    prepare: preparePrestataires,
    quota: { famille: 'general', cost: (request) => request.per_page },
    memory: null,
    answer: 'ListePrestataires',
  })
  async search(@Prepared() search: PrestatairesSearch): Promise<Answer> {
    const { items, total, total_exact } = await withinDelay(this.pool, this.settings.listTimeoutMs, (db) =>
      searchPrestataires(db, search),
    );
    return listAnswer(items, { page: search.page, per_page: search.per_page, total, total_exact });
  }

  @Route(':slug', {
    operationId: 'getPrestataire',
    tag: 'Prestataires',
    summary: 'Lire la fiche d’un prestataire',
    description:
      'La fiche d’une entreprise : statistiques, derniers marchés (20 au plus), principaux acheteurs (10 au plus), contrats qui se terminent dans les 12 mois (50 au plus, le plus proche d’abord). Un identifiant inconnu et celui d’une entreprise non diffusible répondent 404, à l’identique.',
    keyed: true,
    scope: 'prestataires:read',
    resource: 'prestataires',
    readsAvis: false,
    query: NoParameters,
    path: PrestatairePath,
    prepare: (_query, { slug }) => slug,
    quota: { famille: 'general', cost: () => 1 },
    memory: null,
    answer: 'ReponsePrestataire',
  })
  async detail(@Prepared() slug: string): Promise<Answer> {
    const text = await prestataireDetail(this.pool, slug);
    if (text === null) throw new ContractError('not_found', 'Aucun prestataire n’a cet identifiant.');
    return itemAnswer(text);
  }
}

function preparePrestataires(query: PrestatairesQuery): PrestatairesSearch {
  const { q, departement, cpv, taille, page = 1, per_page = PER_PAGE_DEFAULT_PAGE_MODE } = query;
  const tri = query.tri ?? (q === undefined ? 'contrats' : 'pertinence');
  return { q, departement, cpv, taille, tri, page, per_page };
}
