import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './send-refusal.js';
import { toldRefusal } from './told-refusal.js';

/** Renders every error, foreseen or not, in the contract's envelope. */
@Catch()
export class ContractErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const refusal = toldRefusal(error, `Request ${request.id}`);
    request.passage.refusal = refusal.code;
    sendRefusal(host.switchToHttp().getResponse<FastifyReply>(), refusal);
  }
}
