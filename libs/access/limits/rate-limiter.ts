import { type Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** What a request got, and what `X-RateLimit-*` and `Retry-After` say. */
export interface RateVerdict {
  allowed: boolean;
  limite: number;
  restant: number;
  /** End of the window, in Unix seconds. */
  reset: number;
  /** Seconds until the end of the window, at least 1. */
  retryAfter: number;
}

export interface RateLimiterOptions {
  /** Separates the limits that share one Redis: `cle`, `ip`. */
  name: string;
  perMinute: number;
  /** Shares the count between instances (createLimitsRedis); absent, each counts in its memory. */
  redis?: Redis;
  /** Told when the shared count is lost (an error) and when it is back (null). */
  onShared?: (error: Error | null) => void;
  /** Tests only: a window shorter than the minute. */
  windowSeconds?: number;
}

const WINDOW_SECONDS = 60;
/** After a failure Redis is left alone for this long, so that a hung one does not slow every request. */
const REDIS_REST_MS = 1_000;

/**
 * Exactly `perMinute` requests a window of one minute, which begins at the first request of each subject. When Redis
 * fails the instance counts by itself, and the count is shared again as soon as Redis answers.
 */
export class RateLimiter {
  private readonly local: RateLimiterMemory;
  private readonly distributed: RateLimiterRedis | undefined;
  private readonly limite: number;
  private readonly windowMs: number;
  private fallback = false;
  private restUntil = 0;

  constructor(private readonly options: RateLimiterOptions) {
    const { name, perMinute, redis, windowSeconds = WINDOW_SECONDS } = options;
    this.limite = perMinute;
    this.windowMs = windowSeconds * 1_000;
    const common = { keyPrefix: `limite-${name}`, points: perMinute, duration: windowSeconds };
    this.local = new RateLimiterMemory(common);
    if (redis !== undefined) {
      // A subject known to be over its limit is refused until the end of its window without asking Redis again.
      const refusedHere = { inMemoryBlockOnConsumed: perMinute };
      this.distributed = new RateLimiterRedis({
        ...common,
        ...refusedHere,
        storeClient: redis,
        rejectIfRedisNotReady: true,
      });
      // Told at once, not at the next request of this limiter.
      redis.on('ready', () => {
        this.restUntil = 0;
        this.setFallback(null);
      });
    }
  }

  /** Whether instances count together; false while Redis fails; null when no Redis is configured. For the health. */
  get shared(): boolean | null {
    return this.distributed === undefined ? null : !this.fallback;
  }

  /** Counts one request. Never throws for want of Redis. */
  async consume(subject: string): Promise<RateVerdict> {
    if (this.distributed === undefined || performance.now() < this.restUntil) return this.count(this.local, subject);
    try {
      const verdict = await this.count(this.distributed, subject);
      this.setFallback(null);
      return verdict;
    } catch (error) {
      this.restUntil = performance.now() + REDIS_REST_MS;
      this.setFallback(error instanceof Error ? error : new Error(String(error)));
      return this.count(this.local, subject);
    }
  }

  /** The window of a subject as it stands: nothing is counted. Never throws for want of Redis. */
  async peek(subject: string): Promise<RateVerdict> {
    const resting = this.distributed === undefined || performance.now() < this.restUntil;
    const stored = await (resting ? this.local : this.distributed).get(subject).catch(() => this.local.get(subject));
    const untouched = new RateLimiterRes(this.limite, this.windowMs, 0);
    const window = stored ?? untouched;
    return { ...this.verdict(true, window), restant: Math.max(0, window.remainingPoints) };
  }

  private async count(limiter: RateLimiterMemory | RateLimiterRedis, subject: string): Promise<RateVerdict> {
    try {
      return this.verdict(true, await limiter.consume(subject));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return this.verdict(false, refused);
      throw refused;
    }
  }

  private verdict(allowed: boolean, { msBeforeNext, remainingPoints }: RateLimiterRes): RateVerdict {
    return {
      allowed,
      limite: this.limite,
      restant: allowed ? remainingPoints : 0,
      reset: Math.ceil((Date.now() + msBeforeNext) / 1_000),
      retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    };
  }

  private setFallback(error: Error | null): void {
    if (this.fallback === (error !== null)) return;
    this.fallback = error !== null;
    this.options.onShared?.(error);
  }
}
