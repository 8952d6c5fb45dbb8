import type { Schema } from '#contract/schemas/schema';
import type { Policy } from '../access/policy.js';

type Headers = Record<string, { description: string; schema: Schema }>;

const header = (description: string, type: 'string' | 'integer') => ({ description, schema: { type } });

const RATE: Headers = {
  'X-RateLimit-Limit': header('Requêtes par minute : de la clé une fois connue, sinon de l’adresse IP.', 'integer'),
  'X-RateLimit-Remaining': header('Requêtes restantes dans la fenêtre.', 'integer'),
  'X-RateLimit-Reset': header('Fin de la fenêtre, en secondes Unix.', 'integer'),
};
const REQUEST_ID: Headers = { 'X-Request-Id': header('Identifiant de la requête, à donner au support.', 'string') };
const QUOTA: Headers = {
  'X-Quota-Limit': header('Limite journalière de la famille, en enregistrements.', 'integer'),
  'X-Quota-Remaining': header('Enregistrements restants aujourd’hui, jamais négatif.', 'integer'),
};
const RETRY_AFTER: Headers = { 'Retry-After': header('Secondes à attendre avant de réessayer.', 'integer') };

/** Headers of an answer of this status. */
export function headersOf(policy: Policy, status: number): Headers {
  return {
    ...RATE,
    ...(policy.operationId === 'getOpenapi' ? {} : REQUEST_ID),
    ...(policy.quota !== null && status !== 401 ? QUOTA : {}),
    ...(status === 429 || status === 503 ? RETRY_AFTER : {}),
  };
}
