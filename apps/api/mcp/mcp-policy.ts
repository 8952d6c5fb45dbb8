import { NoParameters } from '#contract/parameters/no-parameters';
import type { Policy } from '../access/policy.js';

/** Address of the tool server (contract: a path of its own, outside the REST API's). */
export const MCP_PATH = '/mcp';

/** The tool server's door: any valid key. What a call needs beyond is its tool's own policy. */
export const MCP_POLICY: Policy = {
  operationId: 'mcp',
  tag: 'Outils',
  summary: 'Serveur d’outils',
  description: 'Model Context Protocol, sans session.',
  keyed: true,
  scope: null,
  resource: null,
  readsAvis: false,
  query: NoParameters,
  path: NoParameters,
  prepare: () => null,
  quota: null,
  memory: null,
  answer: 'DocumentOpenapi',
};
