import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { AttributionsQuery } from '#contract/parameters/attributions-query';
import { NoParameters } from '#contract/parameters/no-parameters';
import { listAttributions } from '#avis/read/attributions';
import { withinDelay } from '#platform/database/within-delay';
import { Prepared, Route } from '../access/route.js';
import { writeDayCursor } from '../cursors/day-cursor.js';
import { READ_POOL } from '../database/pools.js';
import { listAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { prepareAttributions, type AttributionsRequest } from './prepare-attributions.js';

@Controller('attributions')
export class AttributionsController {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'searchAttributions',
    tag: 'Contrats',
    summary: 'Avis d’attribution publiés par les sources d’avis',
    description:
      'Avis d’attribution, le plus récemment publié d’abord ; ceux sans date viennent en dernier et ne sont dans aucune période. Ils ne portent ni titulaire, ni montant attribué, ni date d’attribution : voyez `/contrats`. Une même attribution publiée par plusieurs sources y est plusieurs fois. Suivez `meta.curseur_suivant` jusqu’à ce qu’il soit nul. `meta.total` est exact, donné sur la première page ; nul ensuite.',
    keyed: true,
    scope: 'decp:read',
    resource: 'attributions',
    readsAvis: true,
    query: AttributionsQuery,
    path: NoParameters,
    prepare: prepareAttributions,
    quota: { famille: 'decp', cost: ({ page }) => page.limite },
    // The sources are part of the page: a cut shows at once, and keys that see others do not share it.
    memory: (request) => JSON.stringify(request),
    answer: 'ListeAttributions',
  })
  async list(@Prepared() { page, fingerprint }: AttributionsRequest): Promise<Answer> {
    const { items, next, total } = await withinDelay(this.pool, this.settings.listTimeoutMs, (db) =>
      listAttributions(db, page),
    );
    const curseur_suivant = next === null ? null : writeDayCursor({ jour: next.jour, cle: next.id }, fingerprint);
    return listAnswer(items, { limite: page.limite, curseur_suivant, total });
  }
}
