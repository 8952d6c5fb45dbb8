import { Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastRuns } from '#avis/write/run-reports';
import { lastImports } from '#contrats/write/import-reports';
import { sourceOf } from '#sources/registry';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { ExecutionsPage } from './pages/executions.js';
import { sendPage } from './send-page.js';

const RUNS = 60;
const IMPORTS = 20;

@ConsolePage('executions')
export class ExecutionsController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(
    @Query('source') asked: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const source = typeof asked === 'string' ? (sourceOf(asked)?.code ?? null) : null;
    const db = await this.database.open();
    const [runs, imports] = await Promise.all([lastRuns(db, source, RUNS), lastImports(db, null, IMPORTS)]);
    sendPage(reply, ExecutionsPage({ shown: this.context.shown(request, '/executions'), runs, imports, source }));
  }
}
