import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from './refusal-of.js';

/** Renders every error, foreseen or not, in the contract's envelope. */
@Catch()
export class ContractErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Api');

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const { refusal, unexpected } = refusalOf(error);
    if (unexpected) {
      this.logger.error(`Request ${request.id} failed`, error instanceof Error ? error.stack : String(error));
    }
    request.passage.refusal = refusal.code;
    sendRefusal(reply, refusal);
  }
}

function sendRefusal(reply: FastifyReply, refusal: ReturnType<typeof refusalOf>['refusal']): void {
  if (reply.sent) return;
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  void reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(refusal.envelope()));
}
