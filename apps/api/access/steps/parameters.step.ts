import { Injectable } from '@nestjs/common';
import { readParameters } from '#contract/parameters/read-parameters';
import type { Passage } from '../passage.js';
import type { Step } from '../step.js';

/** Parameters by themselves, then together, then against what the key may see. */
@Injectable()
export class ParametersStep implements Step {
  check(passage: Passage): void {
    const { policy, ask, facts } = passage;
    const path = readParameters(policy.path, ask.given.path());
    const query = readParameters(policy.query, ask.given.query());
    if (facts !== null) passage.request = policy.prepare(query, path, facts);
  }
}
