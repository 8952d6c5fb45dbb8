import { Memory } from '#access/memory/memory';
import type { Answer } from './answer.js';

/** Injection token of the memory of answers. */
export const ANSWER_MEMORY = Symbol('AnswerMemory');

/** Bound of all the answers remembered by one instance, in bytes. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The 60-second memory of the contract (section Caching), with one computation for identical requests at once. */
export function createAnswerMemory(seconds: number): Memory<Answer> {
  return new Memory<Answer>({
    ageMs: seconds * 1_000,
    maxSize: BYTES_MAX,
    sizeOf: ({ body }, key) => body.length + 2 * key.length,
  });
}
