import { Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueueAddress } from '#platform/queue/backend';
import { QUEUE_ADDRESS } from '../tokens.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { FilePage } from './pages/file.js';
import { QueueView } from './queue-view.js';
import { sendPage } from './send-page.js';

@ConsolePage('file')
export class FileController {
  constructor(
    private readonly queue: QueueView,
    @Inject(QUEUE_ADDRESS) private readonly address: QueueAddress,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const board = await this.queue.board();
    const backend = this.address.redisUrl === null ? 'PostgreSQL' : 'Redis';
    sendPage(reply, FilePage({ shown: this.context.shown(request, '/file'), board, backend }));
  }
}
