import type { CleContext } from '#access/cles/directory';
import type { Reservation } from '#access/quota/quota';
import type { ErrorCode } from '#contract/errors';
import type { Facts, Policy } from './policy.js';

/** What a client asked, free of HTTP's own types. */
export interface Ask {
  /** Identifier of the request, given back in X-Request-Id. */
  id: string;
  /** Address of the client, proxies that we trust set aside. */
  ip: string;
  /** Key as it was sent; null when none was. */
  key: string | null;
  /** Route that was found; null when the path or the method is unknown. */
  policy: Policy | null;
  given: Given;
}

/** The parameters as they were sent, read only once the request may be answered. */
export interface Given {
  /** Decoded texts by name. @throws ContractError invalid_parameter when they cannot be read. */
  query: () => ReadonlyMap<string, string>;
  /** Likewise those of the path. */
  path: () => ReadonlyMap<string, string>;
}

/** What is counted of a request in the usage statistics. */
export interface Outcome {
  /** Pattern of the route, or name of the tool. */
  route: string;
  /** HTTP status, of a tool's call the one that the route would have answered. */
  statut: number;
}

/** One request on its way through the chain: what was asked, and what each step learned of it. */
export class Passage {
  cle: CleContext | null = null;
  facts: Facts | null = null;
  /** What the route's handler is given. */
  request: unknown = null;
  reserve: Reservation | null = null;
  /** The reserve under way while the answer is computed; null when it was made before, or none is needed. */
  reserving: Promise<void> | null = null;
  /** Null: the route that was found and the status answered. */
  outcome: Outcome | null = null;
  /** What the client was refused for; null while it is not. */
  refusal: ErrorCode | null = null;
  /** Headers of the answer, whatever it is. */
  readonly headers = new Map<string, string>();
  private readonly releases: (() => void)[] = [];
  private isClosed = false;
  private working = 0;

  constructor(private asked: Ask) {}

  get ask(): Readonly<Ask> {
    return this.asked;
  }

  /** From here on it is a request of this route: a tool's call, whose name stands in the body. */
  call(policy: Policy, given: Given): void {
    this.asked = { ...this.asked, policy, given };
  }

  /** The policy of a request past the step `known-route`. */
  get policy(): Policy {
    if (this.ask.policy === null) throw new Error('this request has no route');
    return this.ask.policy;
  }

  /** The key of a request past the step `key`. */
  get knownCle(): CleContext {
    if (this.cle === null) throw new Error('this request has no key yet');
    return this.cle;
  }

  /**
   * To call once the request is over: its connection answered or lost AND its work done. A client that hangs up does
   * not free the slot of a query that still runs.
   */
  onEnd(release: () => void): void {
    this.releases.push(release);
  }

  /** Runs work during which the request is not over, even if its client hangs up. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.working += 1;
    try {
      return await work();
    } finally {
      this.working -= 1;
      this.endIfOver();
    }
  }

  /** The connection was answered or lost. */
  closed(): void {
    this.isClosed = true;
    this.endIfOver();
  }

  private endIfOver(): void {
    if (!this.isClosed || this.working > 0) return;
    for (const release of this.releases.splice(0)) release();
  }
}
