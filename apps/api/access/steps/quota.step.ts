import { Injectable } from '@nestjs/common';
import { Quota, type Asked } from '#access/quota/quota';
import { ContractError, QUOTA_EXCEEDED_MESSAGE } from '#contract/errors';
import type { Passage } from '../passage.js';
import { setQuotaHeaders } from '../quota-headers.js';
import type { Step } from '../step.js';

/**
 * Reserves the records that the answer may hold; what is not served is given back (settlement.ts). The answer is computed
 * meanwhile when the account had ample left, and leaves once both are there (answers.ts): a durable commit takes as long
 * as a page.
 */
@Injectable()
export class QuotaStep implements Step {
  constructor(private readonly quota: Quota) {}

  async check(passage: Passage): Promise<void> {
    const { policy, request } = passage;
    if (policy.quota === null) return;
    const { famille, cost } = policy.quota;
    const asked = { compteId: passage.knownCle.compte.id, famille, nombre: cost(request) };
    const ample = this.quota.hadAmple(asked);
    const reserving = this.reserve(passage, asked);
    if (!ample) return reserving;
    passage.reserving = reserving;
    // Its failure is told by whoever waits for it; a request that ends before must not end the process.
    reserving.catch(() => undefined);
  }

  private async reserve(passage: Passage, { compteId, famille, nombre }: Asked): Promise<void> {
    const reserve = await this.quota.reserve(compteId, famille, nombre);
    setQuotaHeaders(passage, reserve);
    if (!reserve.accorde) {
      throw new ContractError('quota_exceeded', QUOTA_EXCEEDED_MESSAGE, { 'Retry-After': String(reserve.retryAfter) });
    }
    passage.reserve = reserve;
  }
}
