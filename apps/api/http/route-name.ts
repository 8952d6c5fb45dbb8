import type { FastifyRequest } from 'fastify';
import { PREFIX } from './prefix.js';

/** Route of a request as the contract writes it, `/avis/{id}`; never the address, which is free text. */
export function routeName(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (request.is404 || url === undefined) return 'inconnue';
  return url.replace(`/${PREFIX}`, '').replace(/:(\w+)/g, '{$1}');
}
