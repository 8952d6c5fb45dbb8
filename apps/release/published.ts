import { type OpenapiDocument, openapiSurface } from '#contract/versioning/openapi-surface';
import type { Surface } from '#contract/versioning/surface';
import { type PublishedTool, toolsSurface } from '#contract/versioning/tools-surface';

/** A document that clients are given, committed beside the code that it describes. */
export interface Published {
  /** Begins the name of its copies in docs/releases: `openapi-0.1.0.json`. */
  kind: string;
  /** Where it is committed. */
  file: string;
  /** What clients may rely on in it. */
  surfaceOf: (document: unknown) => Surface;
}

export const PUBLISHED: readonly Published[] = [
  {
    kind: 'openapi',
    file: 'apps/api/openapi.json',
    surfaceOf: (document) => openapiSurface(document as OpenapiDocument),
  },
  {
    kind: 'tools',
    file: 'apps/api/tools.json',
    surfaceOf: (tools) => toolsSurface(tools as PublishedTool[]),
  },
];
