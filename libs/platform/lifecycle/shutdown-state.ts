/**
 * Whether this process is about to end. The first thing that a stop signal changes: readiness goes red while everything
 * is still answered, so that whoever sends requests here stops before the door closes. One a process.
 */
export class ShutdownState {
  #begun = false;

  /** Never false again. */
  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}
