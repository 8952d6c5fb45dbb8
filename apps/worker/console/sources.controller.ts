import { Controller, Get, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OperatorGuard } from '../http/operator.guard.js';
import { ConsoleFilter } from './console.filter.js';
import { RefusedPage } from './pages/refused.js';
import { sendPage } from './send-page.js';

@Controller()
@UseGuards(OperatorGuard)
@UseFilters(ConsoleFilter)
export class SourcesController {
  @Get()
  list(@Res() reply: FastifyReply): void {
    sendPage(reply, RefusedPage({ title: 'Console', message: 'Console ouverte.' }));
  }
}
