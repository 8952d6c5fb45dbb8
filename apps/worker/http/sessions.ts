import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser stays signed in, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/**
 * Sessions of the operators' browsers. Nothing is stored: a session says when it ends and is signed with the operator
 * token, so it holds in every worker that has the same token, and another token ends them all.
 */
export class Sessions {
  readonly #token: Buffer;
  readonly #key: Buffer;

  constructor(operatorToken: string) {
    this.#token = digest(operatorToken);
    this.#key = createHmac('sha256', operatorToken).update('session of the console').digest();
  }

  /** Whether this is the operator token; takes the same time whatever it is. */
  opens(given: string): boolean {
    return timingSafeEqual(digest(given), this.#token);
  }

  /** @param now epoch milliseconds. @returns the cookie's value. */
  start(now: number): string {
    const said = `${now + SESSION_MS}.${randomBytes(16).toString('base64url')}`;
    return `${said}.${this.#sign(said)}`;
  }

  /** Whether a cookie's value is a session of ours that has not ended. */
  holds(session: string, now: number): boolean {
    const end = session.lastIndexOf('.');
    const said = session.slice(0, Math.max(end, 0));
    const signed = timingSafeEqual(digest(session.slice(end + 1)), digest(this.#sign(said)));
    return signed && Number(said.split('.')[0]) > now;
  }

  /** What every form of a session carries, so that another site cannot send it. */
  formToken(session: string): string {
    return this.#sign(`form ${session}`);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
