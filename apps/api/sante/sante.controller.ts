import { Controller, Inject } from '@nestjs/common';
import { NoParameters } from '#contract/parameters/no-parameters';
import { Route } from '../access/route.js';
import { ServedState } from '../access/served-state.js';
import { plainAnswer, type Answer } from '../http/answer.js';
import { API_VERSION } from '../openapi/version.js';
import { LimitsHealth } from './limits-health.js';
import { QueueHealth } from './queue-health.js';

@Controller('sante')
export class SanteController {
  constructor(
    private readonly state: ServedState,
    @Inject(QueueHealth) private readonly queue: QueueHealth,
    private readonly limits: LimitsHealth,
  ) {}

  @Route('', {
    operationId: 'getSante',
    tag: 'Service',
    summary: 'État de l’API',
    description: 'Sans clé. 503 quand la base ne répond pas.',
    keyed: false,
    scope: null,
    resource: null,
    readsAvis: false,
    query: NoParameters,
    path: NoParameters,
    prepare: () => null,
    quota: null,
    memory: null,
    answer: 'Sante',
  })
  async read(): Promise<Answer> {
    const { derniereProjection } = await this.state.current();
    return plainAnswer({
      statut: 'ok',
      base: 'ok',
      file: this.queue.state(),
      limites: this.limits.state(),
      derniere_projection: derniereProjection,
      version_api: API_VERSION,
    });
  }
}
