import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listQuotas } from '#access/quota/operate';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { QuotasPage } from './pages/quotas.js';
import { DAYS } from './queries/publications-per-day.js';
import { usagePerDay } from './queries/usage.js';
import { sendPage } from './send-page.js';

@ConsolePage('quotas')
export class QuotasController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [quotas, usage] = await Promise.all([
      this.database.open().then(listQuotas),
      this.database.remembered('usage', (db) => usagePerDay(db, DAYS)),
    ]);
    sendPage(reply, QuotasPage({ shown: this.context.shown(request, '/quotas'), quotas, usage }));
  }
}
