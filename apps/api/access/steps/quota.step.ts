import { Injectable } from '@nestjs/common';
import { Quota } from '#access/quota/quota';
import { ContractError, QUOTA_EXCEEDED_MESSAGE } from '#contract/errors';
import type { Passage } from '../passage.js';
import { setQuotaHeaders } from '../quota-headers.js';
import type { Step } from '../step.js';

/** Reserves the records that the answer may hold; what is not served is given back (settlement.ts). */
@Injectable()
export class QuotaStep implements Step {
  constructor(private readonly quota: Quota) {}

  async check(passage: Passage): Promise<void> {
    const { policy, request } = passage;
    if (policy.quota === null) return;
    const { famille, cost } = policy.quota;
    const reserve = await this.quota.reserve(passage.knownCle.compte.id, famille, cost(request));
    setQuotaHeaders(passage, reserve);
    if (!reserve.accorde) {
      throw new ContractError('quota_exceeded', QUOTA_EXCEEDED_MESSAGE, { 'Retry-After': String(reserve.retryAfter) });
    }
    passage.reserve = reserve;
  }
}
