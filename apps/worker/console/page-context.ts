import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock';
import { OperatorDoor } from '../http/operator-door.js';
import { SESSION_COOKIE } from '../http/session-cookie.js';
import { CLOCK } from '../tokens.js';
import type { Shown } from './parts/layout.js';

/** Tells a page where, when and to whom it is shown. */
@Injectable()
export class PageContext {
  constructor(
    private readonly door: OperatorDoor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param request one that OperatorGuard let in. */
  shown({ cookies, headers }: FastifyRequest, under: Shown['under']): Shown {
    const session = headers.authorization === undefined ? cookies[SESSION_COOKIE] : undefined;
    return {
      under,
      now: this.clock.now().getTime(),
      formToken: session === undefined ? null : this.door.formToken(session),
    };
  }
}
