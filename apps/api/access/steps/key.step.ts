import { Injectable } from '@nestjs/common';
import { CleDirectory } from '#access/cles/directory';
import { ContractError } from '#contract/errors';
import type { Passage } from '../passage.js';
import type { Step } from '../step.js';

/** The key must exist and be neither revoked nor expired. */
@Injectable()
export class KeyStep implements Step {
  constructor(private readonly cles: CleDirectory) {}

  async check(passage: Passage): Promise<void> {
    const { policy, ask } = passage;
    if (!policy.keyed) return;
    if (ask.key === null) {
      throw unauthorized('Clé absente : envoyez-la dans l’en-tête « X-API-Key » ou « Authorization: Bearer ».');
    }
    passage.cle = await this.cles.find(ask.key);
    if (passage.cle === null) throw unauthorized('Clé inconnue, expirée ou révoquée.');
  }
}

function unauthorized(message: string): ContractError {
  return new ContractError('unauthorized', message, { 'WWW-Authenticate': 'Bearer' });
}
