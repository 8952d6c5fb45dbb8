import { Inject, Injectable } from '@nestjs/common';
import type { RateLimiter } from '#access/limits/rate-limiter';
import { IP_LIMITER, KEY_LIMITER } from '../access/limiters.js';

/** Whether this instance counts requests a minute with the others, or by itself because Redis fails. */
@Injectable()
export class LimitsHealth {
  constructor(
    @Inject(IP_LIMITER) private readonly ip: RateLimiter,
    @Inject(KEY_LIMITER) private readonly cle: RateLimiter,
  ) {}

  /** `degradees` tells that a limit is not shared, not how many instances there are: nothing to gain by. */
  state(): 'ok' | 'degradees' {
    return [this.ip, this.cle].some((limiter) => limiter.shared === false) ? 'degradees' : 'ok';
  }
}
