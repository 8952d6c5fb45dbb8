import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sourceStates } from '#avis/write/collection-states';
import { lastRunOfEach } from '#avis/write/run-reports';
import { SourcePlans } from '../collect/source-plans.js';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { SourcesPage } from './pages/sources.js';
import { backlogs } from './queries/backlogs.js';
import { publicationsPerDay } from './queries/publications-per-day.js';
import { completudes, serviceState } from './queries/service-state.js';
import { QueueView } from './queue-view.js';
import { sendPage } from './send-page.js';

@ConsolePage('')
export class SourcesController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly plans: SourcePlans,
    private readonly queue: QueueView,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [plans, states, ratings, days, service, waiting, runs, board] = await Promise.all([
      this.plans.all(),
      this.database.remembered('source states', sourceStates),
      this.database.remembered('completudes', completudes),
      this.database.remembered('publications per day', publicationsPerDay),
      this.database.remembered('service state', serviceState),
      this.database.remembered('backlogs', backlogs),
      this.database.open().then(lastRunOfEach),
      this.queue.board(),
    ]);
    const lines = plans.map((plan) => ({
      plan,
      state: states.find(({ code }) => code === plan.source),
      completude: ratings.get(plan.source) ?? null,
      run: runs.find(({ source }) => source === plan.source),
      prochaine: board?.schedules.find(({ id }) => id === `collect:${plan.source}`)?.next ?? null,
    }));
    const attente = waiting.reduce((sum, stage) => sum + stage.attente, 0);
    const shown = this.context.shown(request, '/');
    sendPage(reply, SourcesPage({ shown, lines, days, service, attente }));
  }
}
