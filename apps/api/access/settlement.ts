import { Injectable, Logger } from '@nestjs/common';
import { Memory } from '#access/memory/memory';
import { Quota, type QuotaState } from '#access/quota/quota';
import type { ContractError } from '#contract/errors';
import type { FamilleQuota } from '#contract/vocabulary';
import type { Passage } from './passage.js';
import { setQuotaHeaders } from './quota-headers.js';

/** Refusals that a flood can cause: their X-Quota-* may be this old, in milliseconds, so that it costs no query each. */
const FLOOD_AGE_MS = 100;
const REMEMBERED_ACCOUNTS = 1_000;

/** Closes the account of a request before its answer is sent, so that X-Quota-Remaining says what is left after it. */
@Injectable()
export class Settlement {
  private readonly logger = new Logger('Quota');
  private readonly states = new Memory<Record<FamilleQuota, QuotaState>>({
    ageMs: FLOOD_AGE_MS,
    maxSize: REMEMBERED_ACCOUNTS,
    sizeOf: () => 1,
  });

  constructor(private readonly quota: Quota) {}

  /** Gives back what was reserved and not served. When the database fails the reserve stays counted (contract). */
  async settle(passage: Passage, served: number): Promise<void> {
    const { reserve } = passage;
    if (reserve === null) return;
    passage.reserve = null;
    try {
      setQuotaHeaders(passage, await this.quota.refund(reserve, served));
    } catch (error) {
      this.logger.warn(`Refund lost, the reserve stays counted: ${String(error)}`);
    }
  }

  /** X-Quota-* of a request refused before it reserved anything. */
  async showOnRefusal(passage: Passage, refusal: ContractError): Promise<void> {
    const { policy } = passage.ask;
    if (policy?.quota == null || passage.cle === null || passage.headers.has('X-Quota-Limit')) return;
    const { id } = passage.cle.compte;
    const flood = refusal.code === 'rate_limited' || refusal.code === 'unavailable';
    try {
      const states = flood ? await this.states.get(id, () => this.quota.read(id)) : await this.quota.read(id);
      setQuotaHeaders(passage, states[policy.quota.famille]);
    } catch (error) {
      this.logger.warn(`Quota unreadable: ${String(error)}`);
    }
  }
}
