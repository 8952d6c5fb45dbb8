import type { Tool } from './tool.js';

/** The same call twice changes nothing, and nothing leaves the service: a host may let a model do it without asking. */
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };

/** A tool as `tools/list` publishes it. */
export function listedTool({ name, title, description, inputSchema, outputSchema }: Tool) {
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...ANNOTATIONS } };
}
