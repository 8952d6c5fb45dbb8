import { applyDecorators, createParamDecorator, Get, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.js';
import { operationDecorators } from '../openapi/operation.js';
import type { Passage } from './passage.js';
import type { Policy } from './policy.js';

/** What a route's method does: gives the answer to what the policy's `prepare` made of the parameters. */
export type Handler = (request: never) => Answer | Promise<Answer>;

const POLICIES = new WeakMap<object, Policy>();

/** A GET route and all that is true of it: guard chain, headers, memory, OpenAPI and usage derive from the policy. */
export function Route<Q extends object, P extends object, R>(path: string, policy: Policy<Q, P, R>): MethodDecorator {
  const known = policy as unknown as Policy;
  return applyDecorators(
    (_prototype: object, _name: string | symbol, { value }: PropertyDescriptor) => {
      POLICIES.set(value as object, known);
    },
    Get(path),
    RouteConfig({ policy }),
    ...operationDecorators(known),
  );
}

/** Handler parameter: what the policy's `prepare` made of the parameters. */
export const Prepared = createParamDecorator((_: unknown, context: ExecutionContext) => passageOf(context).request);

export function passageOf(context: ExecutionContext): Passage {
  return context.switchToHttp().getRequest<FastifyRequest>().passage;
}

/** The policy of a route's method. @throws Error when the method is no route. */
export function policyOf(handler: Handler): Policy {
  const policy = POLICIES.get(handler);
  if (policy === undefined) throw new Error(`${handler.name} is not a route`);
  return policy;
}
