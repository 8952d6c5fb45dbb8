import { applyDecorators, createParamDecorator, Get, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { operationDecorators } from '../openapi/operation.js';
import type { Passage } from './passage.js';
import type { Policy } from './policy.js';

/** A GET route and all that is true of it: guard chain, headers, memory, OpenAPI and usage derive from the policy. */
export function Route<Q extends object, P extends object, R>(path: string, policy: Policy<Q, P, R>): MethodDecorator {
  return applyDecorators(Get(path), RouteConfig({ policy }), ...operationDecorators(policy as unknown as Policy));
}

/** Handler parameter: what the policy's `prepare` made of the parameters. */
export const Prepared = createParamDecorator((_: unknown, context: ExecutionContext) => passageOf(context).request);

/** Handler parameter: the request's passage through the chain. */
export const CurrentPassage = createParamDecorator((_: unknown, context: ExecutionContext) => passageOf(context));

export function passageOf(context: ExecutionContext): Passage {
  return context.switchToHttp().getRequest<FastifyRequest>().passage;
}
