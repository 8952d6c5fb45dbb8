import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { parametersOf, type ParameterDefinition } from '#contract/parameters/parameter';
import { ref } from '#contract/schemas/schema';
import type { Policy } from '../access/policy.js';
import { headersOf } from './headers.js';
import { publishedParameter } from './published-parameter.js';
import { refusalsOf } from './refusals.js';

/** Names of the two ways to send a key (document.ts). */
export const SECURITY = ['CleApi', 'CleBearer'] as const;

/** Everything that OpenAPI says of a route, from its policy. */
export function operationDecorators(policy: Policy): MethodDecorator[] {
  return [
    ApiTags(policy.tag),
    ApiOperation({
      operationId: policy.operationId,
      summary: policy.summary,
      description: [policy.description, accessOf(policy)].join('\n\n'),
      ...(policy.keyed ? {} : { security: [] }),
    }),
    ...(policy.keyed ? SECURITY.map((name) => ApiSecurity(name)) : []),
    ...[...parametersOf(policy.path)].map(([name, definition]) => ApiParam({ name, ...published(definition) })),
    ...[...parametersOf(policy.query)].map(([name, definition]) =>
      ApiQuery({ name, required: false, ...published(definition) }),
    ),
    ApiResponse({
      status: 200,
      description: 'Réponse.',
      headers: headersOf(policy, 200),
      content: { 'application/json': { schema: ref(policy.answer) } },
    }),
    ...[...refusalsOf(policy)].map(([status, refusals]) =>
      ApiResponse({
        status,
        description: refusals.map(({ code, when }) => `\`${code}\` : ${when}.`).join('\n'),
        headers: headersOf(policy, status),
        content: { 'application/json': { schema: ref('Erreur') } },
      }),
    ),
  ];
}

/** As the decorators take it: their own type of a schema is OpenAPI 3.0's. */
function published(definition: ParameterDefinition) {
  const { description, schema } = publishedParameter(definition);
  return { description, schema: schema as never };
}

function accessOf({ keyed, scope, quota, memory }: Policy): string {
  if (!keyed) return 'Sans clé.';
  return [
    scope === null ? 'Toute clé valide.' : `Périmètre \`${scope}\`.`,
    quota === null ? 'Ne consomme pas de quota.' : `Quota de la famille \`${quota.famille}\`.`,
    memory === null ? '' : 'Peut venir d’une mémoire de 60 secondes (jamais avec `updated_since`).',
  ]
    .join(' ')
    .trim();
}
