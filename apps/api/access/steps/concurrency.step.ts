import { Injectable } from '@nestjs/common';
import { Slots } from '#access/limits/slots';
import { unavailable } from '../../http/unavailable.js';
import type { Passage } from '../passage.js';
import type { Step } from '../step.js';

/** A slot is free again within about a request's time. */
const RETRY_AFTER_SECONDS = 1;

/** Requests in flight, of one key and of the instance. The slot is held until the request is over. */
@Injectable()
export class ConcurrencyStep implements Step {
  constructor(private readonly slots: Slots) {}

  check(passage: Passage): void {
    if (passage.cle === null) return;
    const release = this.slots.acquire(passage.cle.cleId);
    if (release === null) {
      throw unavailable('Trop de requêtes simultanées : réessayez dans 1 s.', RETRY_AFTER_SECONDS);
    }
    passage.onEnd(release);
  }
}
