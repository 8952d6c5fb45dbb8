import type { Passage } from './passage.js';

/** One check of the chain: lets the request pass, or refuses it. */
export interface Step {
  /** @throws ContractError to refuse. */
  check(passage: Passage): Promise<void> | void;
}
