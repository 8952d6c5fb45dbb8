import { Inject, Injectable } from '@nestjs/common';
import type { CleContext } from '#access/cles/directory';
import { RateLimiter } from '#access/limits/rate-limiter';
import { ContractError } from '#contract/errors';
import { KEY_LIMITER } from '../limiters.js';
import type { Passage } from '../passage.js';
import type { Policy } from '../policy.js';
import { setRateHeaders } from '../rate-headers.js';
import type { Step } from '../step.js';

/** The account's plan, then the key's scopes. A refusal shows the key's window and counts nothing in it. */
@Injectable()
export class PermissionStep implements Step {
  constructor(@Inject(KEY_LIMITER) private readonly limiter: RateLimiter) {}

  async check(passage: Passage): Promise<void> {
    if (passage.cle === null) return;
    const refusal = refusalOf(passage.cle, passage.policy);
    if (refusal === null) return;
    setRateHeaders(passage, await this.limiter.peek(passage.cle.cleId));
    throw refusal;
  }
}

function refusalOf({ compte, perimetres }: CleContext, { scope }: Policy): ContractError | null {
  if (compte.plan !== 'pro') return new ContractError('forbidden', 'L’API est réservée aux comptes Pro.');
  if (scope === null || perimetres.includes(scope)) return null;
  return new ContractError('forbidden', `Cette clé n’a pas le périmètre « ${scope} ».`);
}
