import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** Files of the interactive page, all from this server: no third party is asked at run time. */
const FILES = [
  [require.resolve('swagger-ui-dist/swagger-ui.css'), 'text/css; charset=utf-8'],
  [require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'],
  [require.resolve('swagger-ui-dist/favicon-32x32.png'), 'image/png'],
] as const;

const PAGE = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marchés publics : documentation de l’API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: true, displayRequestDuration: true, validatorUrl: null });
`;

/** Files change with a release only. */
const A_DAY = 'public, max-age=86400';

/** Serves the page at `<prefix>/docs` and its files under it. */
export function serveDocumentationPage(fastify: FastifyInstance, prefix: string): void {
  const serve = (path: string, type: string, body: string | Buffer) =>
    fastify.get(`/${prefix}/docs${path}`, (_request, reply) =>
      reply.header('content-type', type).header('cache-control', A_DAY).send(body),
    );
  serve('', 'text/html; charset=utf-8', PAGE);
  serve('/start.js', 'text/javascript; charset=utf-8', START);
  for (const [file, type] of FILES) serve(`/${basename(file)}`, type, readFileSync(file));
}
