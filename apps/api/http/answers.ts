import { Inject, Injectable } from '@nestjs/common';
import { Memory } from '#access/memory/memory';
import type { Passage } from '../access/passage.js';
import { Settlement } from '../access/settlement.js';
import type { Answer } from './answer.js';
import { ANSWER_MEMORY } from './answer-memory.js';
import { refusalOf } from './refusal-of.js';

/** Computes the answer of a request past the chain, or remembers it, and settles its quota. */
@Injectable()
export class Answers {
  constructor(
    @Inject(ANSWER_MEMORY) private readonly memory: Memory<Answer>,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Waits for the reserve and the answer; gives back all that was reserved when `compute` fails.
   * @returns the body, JSON in UTF-8. @throws the reserve's refusal before any of the computation's.
   */
  async give(passage: Passage, compute: () => Promise<Answer>): Promise<Buffer> {
    const [reserved, computed] = await Promise.allSettled([passage.reserving, this.compute(passage, compute)]);
    if (reserved.status === 'rejected') {
      await this.settlement.showOnRefusal(passage, refusalOf(reserved.reason).refusal);
      throw reserved.reason;
    }
    await this.settlement.settle(passage, computed.status === 'fulfilled' ? computed.value.served : 0);
    if (computed.status === 'rejected') throw computed.reason;
    return computed.value.body;
  }

  private async compute(passage: Passage, compute: () => Promise<Answer>): Promise<Answer> {
    const key = memoryKey(passage);
    return key === null ? compute() : this.memory.get(key, compute);
  }
}

function memoryKey({ policy, request, facts }: Passage): string | null {
  if (policy.memory === null || facts === null) return null;
  const key = policy.memory(request, facts);
  return key === null ? null : `${policy.operationId} ${key}`;
}
