import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { DEPARTEMENTS } from '#contract/departements';
import { NoParameters } from '#contract/parameters/no-parameters';
import { openByDepartement } from '#avis/read/open-counts';
import { Prepared, Route } from '../access/route.js';
import { READ_POOL } from '../database/pools.js';
import { plainAnswer, type Answer } from '../http/answer.js';

interface DepartementsRequest {
  served: readonly string[];
}

@Controller('departements')
export class DepartementsController {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  @Route('', {
    operationId: 'listDepartements',
    tag: 'Référentiels',
    summary: 'Départements et leur nombre d’avis ouverts',
    description:
      'Les 107 départements, triés par code. `avis_ouverts` est le `meta.total` de GET /avis filtré sur ce département. Un avis exécuté dans plusieurs départements compte dans chacun ; un avis sans département ne compte dans aucun. Ne consomme pas de quota.',
    keyed: true,
    scope: null,
    resource: 'departements',
    readsAvis: true,
    query: NoParameters,
    path: NoParameters,
    prepare: (_query, _path, facts): DepartementsRequest => ({ served: facts.served }),
    quota: null,
    memory: (request) => JSON.stringify(request),
    answer: 'ListeDepartements',
  })
  async list(@Prepared() { served }: DepartementsRequest): Promise<Answer> {
    const open = await openByDepartement(this.pool, served);
    const data = DEPARTEMENTS.map(({ code, nom }) => ({ code, nom, avis_ouverts: open.get(code) ?? 0 }));
    return plainAnswer({ data, meta: { total: data.length } });
  }
}
