import { readFileSync } from 'node:fs';

/** A parameter as the OpenAPI document tells it. */
export interface DocumentedParameter {
  name: string;
  in: 'query' | 'path';
  schema: { type: string; enum?: string[]; pattern?: string; format?: string; examples: (string | number)[] };
}

/** A route as the OpenAPI document tells it. */
export interface DocumentedRoute {
  /** `/avis/{id}`. */
  path: string;
  operationId: string;
  keyed: boolean;
  /** Whether its answers carry X-Quota-*. */
  reserves: boolean;
  parameters: DocumentedParameter[];
  /** Names of the headers of each status. */
  headers: Map<number, string[]>;
  /** Error codes, with their status. */
  codes: Map<string, number>;
}

interface Operation {
  operationId: string;
  security: unknown[];
  parameters?: DocumentedParameter[];
  responses: Record<string, { description: string; headers: Record<string, unknown> }>;
}

/** Every route of the committed document: what a client knows of the API, so that tests cover routes added later. */
export function documentedRoutes(): DocumentedRoute[] {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, { get: Operation }> };
  return Object.entries(paths).map(([path, { get }]) => {
    const responses = Object.entries(get.responses).map(([status, answer]) => ({ status: Number(status), ...answer }));
    const headers = new Map(responses.map((answer) => [answer.status, Object.keys(answer.headers)]));
    const codes = responses.flatMap(({ status, description }) =>
      [...description.matchAll(/^`(\w+)` :/gm)].map((match): [string, number] => [match[1]!, status]),
    );
    return {
      path,
      operationId: get.operationId,
      keyed: get.security.length > 0,
      reserves: headers.get(200)?.includes('X-Quota-Limit') === true,
      parameters: get.parameters ?? [],
      headers,
      codes: new Map(codes),
    };
  });
}
