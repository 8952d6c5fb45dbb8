import { Inject, Injectable } from '@nestjs/common';
import { ipSubject } from '#access/limits/ip';
import { RateLimiter } from '#access/limits/rate-limiter';
import { IP_LIMITER } from '../limiters.js';
import type { Passage } from '../passage.js';
import { applyRate } from '../rate-headers.js';
import type { Step } from '../step.js';

/** Requests a minute of one address, whatever they ask: counted before anything else is read. */
@Injectable()
export class IpLimitStep implements Step {
  constructor(@Inject(IP_LIMITER) private readonly limiter: RateLimiter) {}

  async check(passage: Passage): Promise<void> {
    const verdict = await this.limiter.consume(ipSubject(passage.ask.ip));
    applyRate(passage, verdict, 'cette adresse IP');
  }
}
