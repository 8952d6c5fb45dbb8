import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const WRONG_A_MINUTE = 10;
const A_MINUTE = 60;

/** Wrong tokens of one address. Right ones are never counted: an operator at work is not shut out. */
@Injectable()
export class Attempts {
  readonly #wrong = new RateLimiterMemory({ points: WRONG_A_MINUTE, duration: A_MINUTE });

  /** Seconds to wait before the next try; null when one may try now. */
  async wait(ip: string): Promise<number | null> {
    const seen = await this.#wrong.get(ip);
    return seen !== null && seen.consumedPoints >= WRONG_A_MINUTE ? Math.ceil(seen.msBeforeNext / 1000) : null;
  }

  async wrong(ip: string): Promise<void> {
    await this.#wrong.penalty(ip);
  }
}
