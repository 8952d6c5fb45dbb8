import { HttpFault, UnexpectedAnswer } from '#sources/adapter';

/** Why a run ended as it did, in one line for the operator: a word of a closed list, then the sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof HttpFault) return `${error.reason}: ${error.message}`;
  if (error instanceof UnexpectedAnswer) return `unexpected answer: ${error.message}`;
  return `internal: ${error instanceof Error ? error.message : String(error)}`;
}
