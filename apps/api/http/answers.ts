import { Inject, Injectable } from '@nestjs/common';
import { Memory } from '#access/memory/memory';
import type { Passage } from '../access/passage.js';
import { Settlement } from '../access/settlement.js';
import type { Answer } from './answer.js';
import { ANSWER_MEMORY } from './answer-memory.js';

/** Computes the answer of a request past the chain, or remembers it, and settles its quota. */
@Injectable()
export class Answers {
  constructor(
    @Inject(ANSWER_MEMORY) private readonly memory: Memory<Answer>,
    private readonly settlement: Settlement,
  ) {}

  /** Gives back all that was reserved when `compute` fails. @returns the JSON text of the body. */
  async give(passage: Passage, compute: () => Promise<Answer>): Promise<string> {
    try {
      const key = memoryKey(passage);
      const answer = key === null ? await compute() : await this.memory.get(key, compute);
      await this.settlement.settle(passage, answer.served);
      return answer.text;
    } catch (error) {
      await this.settlement.settle(passage, 0);
      throw error;
    }
  }
}

function memoryKey({ policy, request, facts }: Passage): string | null {
  if (policy.memory === null || facts === null) return null;
  const key = policy.memory(request, facts);
  return key === null ? null : `${policy.operationId} ${key}`;
}
