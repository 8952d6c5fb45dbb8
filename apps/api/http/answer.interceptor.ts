import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { passageOf } from '../access/route.js';
import type { Answer } from './answer.js';
import { Answers } from './answers.js';

/** Sends the answer's body as it is. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<Answer, Buffer> {
  constructor(private readonly answers: Answers) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<Buffer> {
    const passage = passageOf(context);
    context.switchToHttp().getResponse<FastifyReply>().header('content-type', 'application/json; charset=utf-8');
    return from(passage.during(() => this.answers.give(passage, () => firstValueFrom(next.handle()))));
  }
}
