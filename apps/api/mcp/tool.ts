import type { Schema } from '#contract/schemas/schema';
import type { Policy } from '../access/policy.js';
import type { Answer } from '../http/answer.js';
import type { PageSize } from './input-schema.js';

/** A tool of the contract: a route under the name and in the words of a language model. */
export interface Tool {
  /** Contract, section Endpoints. */
  name: string;
  /** French, a few words. */
  title: string;
  /** French: what it is for, what it costs, which tool follows. */
  description: string;
  /** Of the route that it calls: scope, resource, parameters, quota, memory. */
  policy: Policy;
  /** The route's own handler. */
  handle: (request: unknown) => Answer | Promise<Answer>;
  pageSize: PageSize | null;
  inputSchema: Schema & { type: 'object' };
  outputSchema: Schema & { type: 'object' };
  /** French, for models that read text: what was found, how many, how to go on, what to mention. */
  textOf: (body: never) => string;
}
