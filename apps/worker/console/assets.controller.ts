import { readFileSync } from 'node:fs';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

const FOLDER = new URL('./assets/', import.meta.url);
const TYPES = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

const FILES: ReadonlyMap<string, { type: string; body: Buffer }> = new Map(
  Object.entries(TYPES).map(([name, type]) => [name, { type, body: readFileSync(new URL(name, FOLDER)) }]),
);

/** What the pages are made of. They hold no fact, so whoever is not signed in gets them too. */
@Controller('console')
export class AssetsController {
  @Get(':name')
  send(@Param('name') name: string, @Res() reply: FastifyReply): void {
    const file = FILES.get(name);
    if (file === undefined) {
      void reply.code(404).send('');
      return;
    }
    // Asked again each time: a page must never be shown with the styles of the release before.
    void reply.header('content-type', file.type).header('cache-control', 'no-cache').send(file.body);
  }
}
