import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { Switches } from '#access/switches/switches';
import { UsageRecorder } from '#access/usage/recorder';
import type { Clock } from '#platform/clock';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { Chain } from './access/chain.js';
import { Settlement } from './access/settlement.js';
import { ApiModule } from './api.module.js';
import { DocumentText } from './documentation/document-text.js';
import { serveDocumentationPage } from './documentation/documentation-page.js';
import { serveLlms } from './documentation/llms/serve-llms.js';
import { serveMcp } from './mcp/mcp-endpoint.js';
import { McpServers } from './mcp/mcp-servers.js';
import { ToolCalls } from './mcp/tool-calls.js';
import { createTools } from './mcp/tools.js';
import { besideRoutes } from './http/beside-routes.js';
import { COMPRESSION } from './http/compression.js';
import { closeConnectionsWhileEnding } from './http/draining.js';
import { PREFIX } from './http/prefix.js';
import { installRequestHooks } from './http/request-hooks.js';
import { SECURITY_HEADERS } from './http/security-headers.js';
import { serverOptions } from './http/server-options.js';
import { RequestMetrics } from './observation/request-metrics.js';
import { createDocument } from './openapi/document.js';
import type { ApiSettings } from './settings.js';

/**
 * The whole API, not yet listening. Close it with `app.close()`.
 * @param quotaClock tests only: what the day of quotas goes by instead of the database's own clock.
 */
export async function createApi(settings: ApiSettings, quotaClock?: Clock): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions(settings));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types its options as a class
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(settings, quotaClock), adapter, {
    bufferLogs: true,
  });
  app.useLogger(app.get(Logger));
  app.setGlobalPrefix(PREFIX);
  app.useSecurityHeaders(SECURITY_HEADERS);
  // The first process of a container is not ended by a signal that it sends itself.
  app.enableShutdownHooks([], { useProcessExit: true });
  await app.register(compress, COMPRESSION);
  installRequestHooks(adapter.getInstance(), {
    chain: app.get(Chain),
    settlement: app.get(Settlement),
    usage: app.get(UsageRecorder),
    metrics: app.get(RequestMetrics),
    clientTimeoutMs: settings.clientTimeoutMs,
  });
  closeConnectionsWhileEnding(adapter.getInstance(), app.get(ShutdownState));
  // Node would answer 417 by itself to an unknown `Expect`.
  const { server } = adapter.getInstance();
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const document = createDocument(app);
  const tools = createTools((controller) => app.get(controller));
  app.get(DocumentText).text = JSON.stringify(document);
  await besideRoutes(adapter.getInstance(), (scope) => {
    serveDocumentationPage(scope, PREFIX);
    serveLlms(scope, { tools, document, settings });
  });
  await serveMcp(adapter.getInstance(), {
    chain: app.get(Chain),
    servers: new McpServers(tools, app.get(ToolCalls), app.get(Switches)),
    hosts: settings.mcpHosts,
  });
  return app;
}
