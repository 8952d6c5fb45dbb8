import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '#contract/schemas/schema';
import type { Tool } from '../../mcp/tool.js';
import { routesOf, type Route } from './guide.js';

/** A tool: what it is for, what it needs and costs, its parameters. */
export function toolText({ name, title, description, policy, inputSchema }: Tool, document: OpenAPIObject): string {
  const route = routesOf(document).find(({ operationId }) => operationId === policy.operationId);
  const required = new Set((inputSchema['required'] ?? []) as string[]);
  const parameters = Object.entries(inputSchema['properties'] as Record<string, Schema>).map(
    ([parameter, schema]) => `- \`${parameter}\`${required.has(parameter) ? ' (obligatoire)' : ''} : ${saidOf(schema)}`,
  );
  return `### ${name}

${title}. ${description}

Route : \`${route?.name ?? ''}\`. Périmètre : ${policy.scope === null ? 'aucun' : `\`${policy.scope}\``}. Quota : ${policy.quota === null ? 'aucun' : `famille \`${policy.quota.famille}\``}. Réponse : forme ${policy.answer}.

${parameters.length === 0 ? 'Sans paramètre.' : `Paramètres :\n\n${parameters.join('\n')}`}`;
}

/** On one line: description, what is accepted, default and example. */
function saidOf(schema: Schema): string {
  const [example] = schema['examples'] as (string | number)[];
  const byDefault = schema['default'] as string | number | undefined;
  return [
    String(schema['description']).replaceAll(/\s*\n\s*/g, ' '),
    byDefault === undefined ? '' : ` Par défaut : ${byDefault}.`,
    ` Exemple : \`${String(example)}\`.`,
  ].join('');
}

export function routeText({ name, operationId, summary, description }: Route, tools: readonly Tool[]): string {
  const tool = tools.find(({ policy }) => policy.operationId === operationId);
  return `### ${name}

${summary}. ${description}${tool === undefined ? '' : `\n\nOutil : \`${tool.name}\`.`}`;
}
