import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { QUERY_CANCELED } from '#platform/database/within-delay';
import { OperatorRefusal } from '../http/operator-refusal.js';
import { RefusedPage } from './pages/refused.js';
import { sendPage } from './send-page.js';

/** Says in a page what went wrong; whoever is not signed in is shown where to. */
@Catch()
export class ConsoleFilter implements ExceptionFilter {
  readonly #logger = new Logger('console');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    if (error instanceof OperatorRefusal) {
      this.#refuse(error, request, reply);
      return;
    }
    if (error instanceof HttpException) {
      const status = error.getStatus();
      const page =
        status === 404
          ? { title: 'Page introuvable', message: 'Cette page n’existe pas.' }
          : { title: 'Demande illisible', message: 'Cette demande n’est pas de celles que la console connaît.' };
      sendPage(reply, RefusedPage(page), status);
      return;
    }
    if ((error as { code?: unknown }).code === QUERY_CANCELED) {
      const message = 'La base a mis trop de temps à répondre : rien de plus ne lui est demandé. Réessayez plus tard.';
      sendPage(reply, RefusedPage({ title: 'Trop long', message }), 503);
      return;
    }
    this.#logger.error({ url: request.url, reason: (error as Error).message }, 'a page of the console failed');
    const message = 'La page n’a pas pu être préparée ; le journal du worker dit pourquoi.';
    sendPage(reply, RefusedPage({ title: 'Indisponible', message }), 503);
  }

  #refuse(refusal: OperatorRefusal, request: FastifyRequest, reply: FastifyReply): void {
    if (refusal.code === 'signed_out' && request.method === 'GET') {
      void reply.redirect(`/connexion?vers=${encodeURIComponent(request.url)}`, 303);
      return;
    }
    if (refusal.retryAfter !== null) reply.header('retry-after', String(refusal.retryAfter));
    const title = refusal.code === 'no_token' ? 'Console fermée : no OPERATOR_TOKEN' : 'Refusé';
    sendPage(reply, RefusedPage({ title, message: refusal.message }), refusal.status);
  }
}
