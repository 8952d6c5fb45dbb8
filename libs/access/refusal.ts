/** What an operator asked cannot be done; the message (English) names what to do. Commands print it and exit 1. */
export class AccessRefusal extends Error {
  override readonly name = 'AccessRefusal';
}
