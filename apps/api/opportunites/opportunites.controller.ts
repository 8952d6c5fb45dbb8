import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { NoParameters } from '#contract/parameters/no-parameters';
import { OpportunitesQuery } from '#contract/parameters/opportunites-query';
import { searchFeed, type FeedSearch } from '#opportunites/read/feed';
import { withinDelay } from '#platform/database/within-delay';
import { Prepared, Route } from '../access/route.js';
import { READ_POOL } from '../database/pools.js';
import { listAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { prepareOpportunites } from './prepare-opportunites.js';

@Controller('opportunites')
export class OpportunitesController {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'listOpportunites',
    tag: 'Opportunités',
    summary: 'Lire les avis classés pour votre profil',
    description:
      'Le flux du compte de la clé : les avis qui conviennent à son profil, le meilleur score d’abord. Le profil vient de la clé seule ; un compte sans profil a un flux vide. 1000 résultats au plus : `meta.total_exact` est faux au-delà. Les avis d’une source qui n’est plus servie sont ôtés de leur page, si bien que `meta.total` peut dépasser le nombre d’avis donnés.',
    keyed: true,
    scope: 'opportunites:read',
    resource: 'opportunites',
    readsAvis: true,
    query: OpportunitesQuery,
    path: NoParameters,
    prepare: prepareOpportunites,
    quota: { famille: 'general', cost: (request) => request.per_page },
    memory: null,
    answer: 'ListeOpportunites',
  })
  async list(@Prepared() search: FeedSearch): Promise<Answer> {
    const { items, total, total_exact } = await withinDelay(this.pool, this.settings.listTimeoutMs, (db) =>
      searchFeed(db, search),
    );
    return listAnswer(items, { page: search.page, per_page: search.per_page, total, total_exact });
  }
}
