import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LIMITS_REDIS } from '../access/limiters.js';

/**
 * Whether the queue's store answers: Redis when it is configured, else the same PostgreSQL as `base`, which has just
 * answered.
 */
@Injectable()
export class QueueHealth {
  constructor(@Inject(LIMITS_REDIS) private readonly redis: Redis | null) {}

  state(): 'ok' | 'indisponible' {
    return this.redis === null || this.redis.status === 'ready' ? 'ok' : 'indisponible';
  }
}
