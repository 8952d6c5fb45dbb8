import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import { CLOCK, CONFIGURATION } from '../tokens.js';
import { Attempts } from './attempts.js';
import { OperatorRefusal } from './operator-refusal.js';
import { Sessions } from './sessions.js';

/** Who is an operator: whoever shows OPERATOR_TOKEN, or a session that it opened. */
@Injectable()
export class OperatorDoor {
  readonly #sessions: Sessions | null;

  constructor(
    @Inject(CONFIGURATION) { operatorToken }: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly attempts: Attempts,
  ) {
    this.#sessions = operatorToken === null ? null : new Sessions(operatorToken);
  }

  /** @returns a new session. @throws OperatorRefusal */
  async signIn(token: string, ip: string): Promise<string> {
    await this.checkToken(token, ip);
    return this.#open().start(this.clock.now().getTime());
  }

  /** @throws OperatorRefusal when this is not the token, or the address has tried too often. */
  async checkToken(token: string, ip: string): Promise<void> {
    const sessions = this.#open();
    const wait = await this.attempts.wait(ip);
    if (wait !== null) throw new OperatorRefusal('too_many', wait);
    if (sessions.opens(token)) return;
    await this.attempts.wrong(ip);
    throw new OperatorRefusal('wrong_token');
  }

  /** @throws OperatorRefusal when there is no session, or it is over. */
  checkSession(session: string | undefined): void {
    const sessions = this.#open();
    if (session === undefined || !sessions.holds(session, this.clock.now().getTime())) {
      throw new OperatorRefusal('signed_out');
    }
  }

  /** What the forms of a session's pages carry. */
  formToken(session: string): string {
    return this.#open().formToken(session);
  }

  #open(): Sessions {
    if (this.#sessions === null) throw new OperatorRefusal('no_token');
    return this.#sessions;
  }
}
