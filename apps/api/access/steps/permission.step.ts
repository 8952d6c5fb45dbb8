import { Injectable } from '@nestjs/common';
import { ContractError } from '#contract/errors';
import type { Passage } from '../passage.js';
import type { Step } from '../step.js';

/** The account's plan, then the key's scopes. */
@Injectable()
export class PermissionStep implements Step {
  check({ policy, cle }: Passage): void {
    if (cle === null) return;
    if (cle.compte.plan !== 'pro') {
      throw new ContractError('forbidden', 'L’API est réservée aux comptes Pro.');
    }
    if (policy.scope !== null && !cle.perimetres.includes(policy.scope)) {
      throw new ContractError('forbidden', `Cette clé n’a pas le périmètre « ${policy.scope} ».`);
    }
  }
}
