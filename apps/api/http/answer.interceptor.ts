import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Memory } from '#access/memory/memory';
import type { Passage } from '../access/passage.js';
import { passageOf } from '../access/route.js';
import { Settlement } from '../access/settlement.js';
import type { Answer } from './answer.js';
import { ANSWER_MEMORY } from './answer-memory.js';

/** Computes the answer or remembers it, settles the quota, and sends the text as it is. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<Answer, string> {
  constructor(
    @Inject(ANSWER_MEMORY) private readonly memory: Memory<Answer>,
    private readonly settlement: Settlement,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<string> {
    const passage = passageOf(context);
    context.switchToHttp().getResponse<FastifyReply>().header('content-type', 'application/json; charset=utf-8');
    return from(passage.during(() => this.answer(passage, () => firstValueFrom(next.handle()))));
  }

  private async answer(passage: Passage, compute: () => Promise<Answer>): Promise<string> {
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
