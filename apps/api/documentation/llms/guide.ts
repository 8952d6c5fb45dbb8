import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiSettings } from '../../settings.js';
import type { Tool } from '../../mcp/tool.js';

/** What the documentation for models is written from: nothing in it is said a second time. */
export interface Guide {
  tools: readonly Tool[];
  document: OpenAPIObject;
  settings: Pick<ApiSettings, 'rateLimitPerKey' | 'rateLimitPerIp' | 'maxInFlightPerKey'>;
}

export const INDEX_PATH = '/llms.txt';
export const FULL_PATH = '/llms-full.txt';

export const TITLE = 'Marchés publics : API et serveur d’outils';
export const SUMMARY =
  'Interface en lecture seule aux marchés publics français : avis d’appels d’offres de 18 sources (chaque avis une seule fois), attributions, contrats conclus, entreprises titulaires, acheteurs. Deux accès aux mêmes données, avec la même clé : une API REST et un serveur d’outils MCP.';

/** A route of the document. */
export interface Route {
  /** `GET /avis/{id}`. */
  name: string;
  operationId: string;
  summary: string;
  /** Access included. */
  description: string;
}

export function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined
      ? []
      : [
          {
            name: `GET ${path}`,
            operationId: get.operationId ?? '',
            summary: get.summary ?? '',
            description: get.description ?? '',
          },
        ],
  );
}

/** Fragment by which a Markdown heading is reached, as GitHub and most renderers make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
