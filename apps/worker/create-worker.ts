import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { SECURITY_HEADERS } from './http/security-headers.js';
import { serverOptions } from './http/server-options.js';
import { WorkerModule, type WorkerParts } from './worker.module.js';

/**
 * A worker at work, its server not yet listening. `close()` ends it in order: runs are interrupted between two batches,
 * transactions end.
 */
export async function createWorker(parts: WorkerParts): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions(parts.configuration.trustProxy));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest declares its options as a class
  const app = await NestFactory.create<NestFastifyApplication>(WorkerModule.of(parts), adapter, {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.useSecurityHeaders(SECURITY_HEADERS);
  await app.register(cookie);
  return app.init();
}
