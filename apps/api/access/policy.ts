import type { CleContext } from '#access/cles/directory';
import type { FamilleQuota, Perimetre } from '#contract/vocabulary';
import type { Ressource } from '#access/switches/cibles';

/** What a route may know of the service and of its caller when it reads its parameters. */
export interface Facts {
  cle: CleContext;
  /** Codes of the sources that the key may see, ordered by rang. */
  visible: readonly string[];
  /** Those of them that are served: not cut. */
  served: readonly string[];
  /** Time of the database. */
  now: Date;
}

/**
 * All that is true of a route, stated once (`@Route`): the chain of checks, the headers, the memory, OpenAPI and the
 * usage statistics derive from it.
 * @typeParam Q parameters of the query. @typeParam P parameters of the path. @typeParam R what the handler is given.
 */
export interface Policy<Q extends object = object, P extends object = object, R = unknown> {
  operationId: string;
  /** French, one line. */
  summary: string;
  /** French. */
  description: string;
  tag: string;
  /** False: works without a key (contract: only /sante and /openapi.json) and is not counted in concurrency. */
  keyed: boolean;
  /** Scope that the key must hold; null: any valid key. */
  scope: Perimetre | null;
  /** Resource whose cut-off stops the route; null: never cut. */
  resource: Ressource | 'sources' | null;
  /** Whether it reads notices, and so answers 503 until the first load is over. */
  readsAvis: boolean;
  query: new () => Q;
  path: new () => P;
  /** Whether some filters are mandatory together (`filter_required`). */
  filterRequired?: boolean;
  /** Checks what depends on the caller or on the state of the service. @throws ContractError */
  prepare: (query: Q, path: P, facts: Facts) => R;
  /** Records to reserve; null: consumes no quota. */
  quota: { famille: FamilleQuota; cost: (request: R) => number } | null;
  /** Everything that changes the answer, as a text; null: this answer is never remembered. Absent: none ever is. */
  memory: ((request: R, facts: Facts) => string | null) | null;
  /** Component schema of the 200 answer. */
  answer: string;
}
