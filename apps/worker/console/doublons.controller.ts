import { Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { explainCluster } from '#avis/write/match/explain-cluster';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { DoublonPage } from './pages/doublon.js';
import { DoublonsPage } from './pages/doublons.js';
import { lastClusters } from './queries/last-clusters.js';
import { sendPage } from './send-page.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@ConsolePage('doublons')
export class DoublonsController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(@Query('id') asked: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const id = typeof asked === 'string' ? asked.trim() : '';
    if (UUID.test(id) && (await this.#explained(id)) !== null) {
      void reply.redirect(`/doublons/${id.toLowerCase()}`, 303);
      return;
    }
    const clusters = await this.database.remembered('last clusters', lastClusters);
    const unknown = id === '' ? null : id.slice(0, 50);
    sendPage(reply, DoublonsPage({ shown: this.context.shown(request, '/doublons'), clusters, unknown }));
  }

  @Get(':id')
  async show(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const cluster = UUID.test(id) ? await this.#explained(id) : null;
    if (cluster === null) throw new NotFoundException();
    sendPage(reply, DoublonPage({ shown: this.context.shown(request, '/doublons'), cluster }));
  }

  async #explained(id: string) {
    return this.database.remembered(`cluster ${id}`, (db) => explainCluster(db, id));
  }
}
