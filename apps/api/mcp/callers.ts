import type { IncomingHttpHeaders } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { ContractError } from '#contract/errors';

/**
 * Refuses a page of another site that had its name point here (DNS rebinding), as the protocol asks.
 * @param hosts names accepted, without port.
 * @throws ContractError forbidden.
 */
export function checkCaller(headers: IncomingHttpHeaders, hosts: readonly string[]): void {
  const accepted = [...hosts];
  if (!validateHostHeader(headers.host?.toLowerCase(), accepted).ok) {
    throw new ContractError('forbidden', 'Nom d’hôte non admis : l’exploitant le déclare dans MCP_HOSTS.');
  }
  if (!validateOriginHeader(headers.origin, accepted).ok) {
    throw new ContractError('forbidden', 'Origine non admise : l’exploitant la déclare dans MCP_HOSTS.');
  }
}
