import { HttpException } from '@nestjs/common';
import { ContractError } from '#contract/errors';
import { QUERY_CANCELED } from '#platform/database/within-delay';
import { unavailable } from './unavailable.js';

/**
 * The refusal that a client is told for whatever went wrong. Nothing of the error itself is told.
 * @returns the refusal, and whether the error is one that the operator must know of.
 */
export function refusalOf(error: unknown): { refusal: ContractError; unexpected: boolean } {
  if (error instanceof ContractError) return { refusal: error, unexpected: false };
  if (codeOf(error) === QUERY_CANCELED) {
    return {
      refusal: unavailable('La base a dépassé le délai accordé : précisez les filtres, ou réessayez plus tard.'),
      unexpected: false,
    };
  }
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === 404) return { refusal: new ContractError('not_found', 'Adresse inconnue.'), unexpected: false };
  if (status >= 400 && status < 500) {
    return {
      refusal: new ContractError('invalid_parameter', 'Requête illisible : vérifiez l’adresse et son encodage.'),
      unexpected: false,
    };
  }
  return { refusal: unavailable('Service momentanément indisponible.'), unexpected: true };
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}

/** Fastify's own errors carry `statusCode`. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' ? status : 503;
}
