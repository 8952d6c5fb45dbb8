import { BadRequestException, Body, Get, Logger, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { type Cible, CIBLES } from '#access/switches/cibles';
import { couper, listCoupures, retablir } from '#access/switches/operate';
import { sourceStates } from '#avis/write/collection-states';
import { CutUnderWay, cutSource, restoreSource } from '#avis/write/source-state';
import { type SourceCode, SOURCES } from '#sources/registry';
import { Waker } from '../wake.js';
import { ConsoleDatabase } from './console-database.js';
import { ConsolePage } from './console-page.js';
import { PageContext } from './page-context.js';
import { CoupuresPage, switchesOf } from './pages/coupures.js';
import { lastSourceDecisions } from './queries/decisions.js';
import { sendPage } from './send-page.js';

const MOTIF_MAX = 300;

type Said = { text: string; done: boolean };
type Order = { verbe: 'couper' | 'retablir'; motif: string | null } & (
  { genre: 'cible'; code: Cible } | { genre: 'source'; code: SourceCode }
);

/** The switches: shown, and toggled by a form that names itself. Each move is logged. */
@ConsolePage('coupures')
export class CoupuresController {
  readonly #logger = new Logger('console');

  constructor(
    private readonly db: DataSource,
    private readonly database: ConsoleDatabase,
    private readonly waker: Waker,
    private readonly context: PageContext,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.#send(request, reply, null);
  }

  @Post()
  async toggle(
    @Body() body: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const order = orderOf(body ?? {});
    if (order === null) throw new BadRequestException();
    const { done, text } = await this.#obey(order);
    this.#logger.warn({ ...order, done, ip: request.ip }, 'an operator used a switch of the console');
    await this.#send(request, reply, { done, text });
  }

  async #obey(order: Order): Promise<Said> {
    if (order.genre === 'cible') {
      await (order.verbe === 'couper' ? couper : retablir)(await this.database.open(), order.code);
      return { done: true, text: `${order.code} : ${order.verbe === 'couper' ? 'coupée' : 'rétablie'}.` };
    }
    try {
      // The worker's own connections: a cut of a large source takes longer than a page may.
      const move = order.verbe === 'couper' ? cutSource : restoreSource;
      const { changed, queued } = await move(this.db, order.code, order.motif);
      this.waker.wake('project');
      const what = order.verbe === 'couper' ? 'coupée' : 'rétablie';
      return {
        done: true,
        text: changed ? `${order.code} : ${what}, ${queued} avis suivent.` : `${order.code} l’était déjà.`,
      };
    } catch (error) {
      if (!(error instanceof CutUnderWay)) throw error;
      const text = `La coupure de ${order.code} s’applique encore (${error.left} avis à retirer) : réessayez dans un instant.`;
      return { done: false, text };
    }
  }

  async #send(request: FastifyRequest, reply: FastifyReply, said: Said | null): Promise<void> {
    const db = await this.database.open();
    const [coupures, states, decisions] = await Promise.all([
      listCoupures(db),
      sourceStates(db),
      lastSourceDecisions(db),
    ]);
    const switches = switchesOf(
      new Map(coupures.map(({ cible, coupeeLe }) => [cible, coupeeLe])),
      new Set(states.filter(({ coupee }) => coupee).map(({ code }) => code)),
    );
    sendPage(reply, CoupuresPage({ shown: this.context.shown(request, '/coupures'), switches, decisions, said }));
  }
}

function orderOf(body: Record<string, unknown>): Order | null {
  const { genre, code, verbe, motif } = body;
  if (verbe !== 'couper' && verbe !== 'retablir') return null;
  const said = typeof motif === 'string' && motif.trim() !== '' ? motif.trim().slice(0, MOTIF_MAX) : null;
  const cible = CIBLES.find((known) => known === code);
  if (genre === 'cible' && cible !== undefined) return { genre, code: cible, verbe, motif: said };
  const source = SOURCES.find((known) => known.code === code)?.code;
  if (genre === 'source' && source !== undefined) return { genre, code: source, verbe, motif: said };
  return null;
}
