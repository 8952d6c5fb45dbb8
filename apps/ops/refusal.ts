/** The command is understood and cannot be done; the message names what to do. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
