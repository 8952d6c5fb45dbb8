import { Injectable } from '@nestjs/common';
import { ContractError } from '#contract/errors';
import type { Passage } from '../passage.js';
import type { Step } from '../step.js';

/** An unknown path, or another method than GET: the same 404 as any unknown resource. */
@Injectable()
export class KnownRouteStep implements Step {
  check({ ask }: Passage): void {
    if (ask.policy === null) {
      throw new ContractError('not_found', 'Adresse inconnue : les routes sont décrites dans /api/v1/openapi.json.');
    }
  }
}
