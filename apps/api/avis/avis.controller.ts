import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { ContractError } from '#contract/errors';
import { AvisPath } from '#contract/parameters/avis-path';
import { AvisQuery } from '#contract/parameters/avis-query';
import { NoParameters } from '#contract/parameters/no-parameters';
import { avisDetail } from '#avis/read/detail';
import { searchAvis } from '#avis/read/search';
import { walkAvis } from '#avis/read/walk';
import { scoredDetail } from '#opportunites/read/scored-detail';
import { withinDelay, type Statements } from '#platform/database/within-delay';
import type { Facts } from '../access/policy.js';
import { Prepared, Route } from '../access/route.js';
import { writeWalkCursor } from '../cursors/walk-cursor.js';
import { READ_POOL } from '../database/pools.js';
import { itemAnswer, joinedAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { prepareAvis, type AvisRequest } from './prepare-avis.js';

interface DetailRequest {
  id: string;
  facts: Facts;
}

@Controller('avis')
export class AvisController {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'searchAvis',
    tag: 'Avis',
    summary: 'Chercher des avis, ou les parcourir tous',
    description:
      'Deux modes. **Mode page**, dès que `q`, `tri` ou `page` est donné : une recherche, 1000 résultats au plus (`meta.total_exact` est faux au-delà). **Mode curseur** sinon : tous les avis par `version` croissante, pour copier la liste puis ne redemander que les changements. Copie initiale : suivez `meta.curseur_suivant` jusqu’à ce qu’il soit nul, gardez le `meta.synchronise_jusqu_a` de la dernière page, passez-le ensuite dans `updated_since`.',
    keyed: true,
    scope: 'avis:read',
    resource: 'avis',
    readsAvis: true,
    query: AvisQuery,
    path: NoParameters,
    prepare: prepareAvis,
    quota: { famille: 'general', cost: (request) => request.per_page },
    memory: (request, { served }) =>
      request.mode === 'curseur' && request.walk.updated_since !== undefined ? null : JSON.stringify([request, served]),
    answer: 'ListeAvis',
  })
  async search(@Prepared() request: AvisRequest): Promise<Answer> {
    return request.mode === 'page' ? this.page(request) : this.walk(request);
  }

  @Route(':id', {
    operationId: 'getAvis',
    tag: 'Avis',
    summary: 'Lire un avis en entier',
    description:
      'L’avis complet. Un avis qui n’est plus servi répond 200 sous sa forme retirée (`doublon` ou `source_coupee`). Un identifiant inconnu, celui d’une attribution ou d’un avis d’une source non visible par la clé répondent 404, à l’identique. `score` et `raisons` s’y ajoutent quand la clé a aussi le périmètre `opportunites:read` et que l’avis est dans les opportunités de son compte.',
    keyed: true,
    scope: 'avis:read',
    resource: 'avis',
    readsAvis: true,
    query: NoParameters,
    path: AvisPath,
    prepare: (_query, { id }, facts): DetailRequest => ({ id, facts }),
    quota: { famille: 'general', cost: () => 1 },
    memory: null,
    answer: 'ReponseAvis',
  })
  async detail(@Prepared() { id, facts }: DetailRequest): Promise<Answer> {
    const { cle, visible, served } = facts;
    const text = cle.perimetres.includes('opportunites:read')
      ? await scoredDetail(this.pool, { id, compteId: cle.compte.id, visible, served })
      : await avisDetail(this.pool, id, visible);
    if (text === null) throw new ContractError('not_found', 'Aucun avis n’a cet identifiant.');
    return itemAnswer(text);
  }

  private async page({ search }: AvisRequest & { mode: 'page' }): Promise<Answer> {
    const { items, served, total, total_exact } = await this.within((db) => searchAvis(db, search));
    return joinedAnswer(items, served, { page: search.page, per_page: search.per_page, total, total_exact });
  }

  private async walk({ walk, fingerprint }: AvisRequest & { mode: 'curseur' }): Promise<Answer> {
    const { syncMarginSeconds: marginSeconds } = this.settings;
    const { items, served, next, total, synchronise_jusqu_a } = await this.within((db) =>
      walkAvis(db, { ...walk, marginSeconds }),
    );
    const curseur_suivant =
      next === null ? null : writeWalkCursor({ after: next, since: synchronise_jusqu_a }, fingerprint);
    return joinedAnswer(items, served, { per_page: walk.per_page, curseur_suivant, total, synchronise_jusqu_a });
  }

  /** A list counts, then reads: one delay for both. */
  private within<T>(work: (db: Statements) => Promise<T>): Promise<T> {
    return withinDelay(this.pool, this.settings.listTimeoutMs, work);
  }
}
