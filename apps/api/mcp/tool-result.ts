import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ContractError } from '#contract/errors';
import { AFTER_REFUSAL } from './after-refusal.js';
import type { Tool } from './tool.js';

/** @param body JSON text of the route's answer. */
export function resultOf(tool: Tool, body: string): CallToolResult {
  const structuredContent = JSON.parse(body) as Record<string, unknown>;
  return { content: [{ type: 'text', text: tool.textOf(structuredContent as never) }], structuredContent };
}

/**
 * A refusal as a result that the model reads: the contract's envelope, and what to do next. No `structuredContent`: it
 * would have to be an answer.
 */
export function refusedResult(refusal: ContractError): CallToolResult {
  const seconds = refusal.headers['Retry-After'];
  const text = JSON.stringify({
    ...refusal.envelope(),
    suite: AFTER_REFUSAL[refusal.code],
    ...(seconds === undefined ? {} : { attendre_secondes: Number(seconds) }),
  });
  return { isError: true, content: [{ type: 'text', text }] };
}
