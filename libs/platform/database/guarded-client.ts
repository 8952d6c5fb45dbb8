import pg from 'pg';

/**
 * A connection whose loss never ends the process. The pool takes its own listener away before the borrower can add one:
 * when the server's farewell comes in the same packet as its welcome, pg finds no listener and throws. The pool, or the
 * statement under way, is told of the loss all the same.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
