import type { FastifyReply, FastifyRequest } from 'fastify';
// The types of `cookies` and `setCookie`.
import '@fastify/cookie';
import { SESSION_MS } from './sessions.js';

export const SESSION_COOKIE = 'marches_console';

/** Gives the browser its session: no script reads it, no other site sends it, and over HTTPS it never leaves it. */
export function setSession(request: FastifyRequest, reply: FastifyReply, session: string): void {
  reply.setCookie(SESSION_COOKIE, session, { ...attributes(request), maxAge: SESSION_MS / 1000 });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, attributes(request));
}

function attributes({ protocol }: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' } as const;
}
