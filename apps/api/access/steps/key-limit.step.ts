import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter } from '#access/limits/rate-limiter';
import { KEY_LIMITER } from '../limiters.js';
import type { Passage } from '../passage.js';
import { applyRate } from '../rate-headers.js';
import type { Step } from '../step.js';

/** Requests a minute of one key. */
@Injectable()
export class KeyLimitStep implements Step {
  constructor(@Inject(KEY_LIMITER) private readonly limiter: RateLimiter) {}

  async check(passage: Passage): Promise<void> {
    if (passage.cle === null) return;
    applyRate(passage, await this.limiter.consume(passage.cle.cleId), 'cette clé');
  }
}
