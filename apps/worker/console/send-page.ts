import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Sends a whole document; what it holds may be secret, so nobody keeps it. */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): void {
  void reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>${renderToString(page)}`);
}
