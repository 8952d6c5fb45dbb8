import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { EtapesPage } from './pages/etapes.js';
import { backlogs } from './queries/backlogs.js';
import { sendPage } from './send-page.js';

@ConsolePage('etapes')
export class EtapesController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const waiting = await this.database.remembered('backlogs', backlogs);
    sendPage(reply, EtapesPage({ shown: this.context.shown(request, '/etapes'), backlogs: waiting }));
  }
}
