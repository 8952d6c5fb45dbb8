import { Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decompress } from '#avis/write/compression';
import { sourceOf } from '#sources/registry';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { DocumentPage } from './pages/document.js';
import { RejetsPage } from './pages/rejets.js';
import { isReason } from './pages/rejection-reasons.js';
import { lastRejections, rawDocument, type RawDocument, rejectionCounts } from './queries/rejections.js';
import { readableBody } from './readable-body.js';
import { sendPage } from './send-page.js';

@ConsolePage('rejets')
export class RejetsController {
  constructor(
    private readonly database: ConsoleDatabase,
    private readonly context: PageContext,
  ) {}

  @Get()
  async list(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const source = typeof query['source'] === 'string' ? (sourceOf(query['source'])?.code ?? null) : null;
    const reason = isReason(query['motif']) ? query['motif'] : null;
    const [counts, rejections] = await Promise.all([
      this.database.remembered('rejections', rejectionCounts),
      lastRejections(await this.database.open(), source, reason),
    ]);
    const shown = this.context.shown(request, '/rejets');
    sendPage(reply, RejetsPage({ shown, counts, rejections, source, reason }));
  }

  @Get(':id')
  async show(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body, ...document } = await this.#document(id);
    const raw = await decompress(body);
    const shown = this.context.shown(request, '/rejets');
    sendPage(reply, DocumentPage({ shown, document, bytes: raw.length, ...readableBody(raw) }));
  }

  /** Never shown as what it says it is: a source could send a page with scripts. */
  @Get(':id/brut')
  async download(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const { body } = await this.#document(id);
    void reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="document-${id}"`)
      .header('cache-control', 'no-store')
      .send(await decompress(body));
  }

  async #document(id: string): Promise<RawDocument> {
    const document = /^\d{1,18}$/.test(id) ? await rawDocument(await this.database.open(), id) : null;
    if (document === null) throw new NotFoundException();
    return document;
  }
}
