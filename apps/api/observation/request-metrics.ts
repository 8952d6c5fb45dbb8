import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors';
import type { Outcome } from '../access/passage.js';
import { API_REGISTRY } from './api-registry.js';

/** A page of 50 takes some 5 ms, LIST_TIMEOUT_MS ends a list after 5 s. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every request that ended, seen in one place (request-hooks.ts). */
@Injectable()
export class RequestMetrics {
  private readonly duration: Histogram<'route' | 'status_class'>;
  private readonly refusals: Counter<'code'>;

  constructor(@Inject(API_REGISTRY) registry: Registry) {
    this.duration = new Histogram({
      name: 'marches_api_request_duration_seconds',
      help: 'Requests by route (pattern, never the address) and class of status; aborted: the client left before its answer.',
      labelNames: ['route', 'status_class'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.refusals = new Counter({
      name: 'marches_api_refusals_total',
      help: "Requests refused, by the contract's code.",
      labelNames: ['code'],
      registers: [registry],
    });
    // Known before the first: a rate over a counter that begins at 1 misses it.
    for (const code of Object.keys(ERROR_STATUS)) this.refusals.inc({ code }, 0);
  }

  /** @param outcome the pattern of a route, or the name of a tool, and the status that was answered to its call. */
  ended({ route, statut }: Outcome, reply: FastifyReply, refusal: ErrorCode | null): void {
    const status_class = reply.raw.writableFinished ? `${Math.trunc(statut / 100)}xx` : 'aborted';
    this.duration.observe({ route, status_class }, reply.elapsedTime / 1000);
    if (refusal !== null) this.refusals.inc({ code: refusal });
  }
}
