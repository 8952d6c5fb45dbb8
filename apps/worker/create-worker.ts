import { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { WorkerModule, type WorkerParts } from './worker.module.js';

/** A worker at work. `close()` ends it in order: runs are interrupted between two batches, transactions end. */
export async function createWorker(parts: WorkerParts): Promise<INestApplicationContext> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest declares its options as a class
  const app = await NestFactory.createApplicationContext(WorkerModule.of(parts), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  return app;
}
