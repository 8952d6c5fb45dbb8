import { Body, Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperatorDoor } from '../http/operator-door.js';
import { OperatorGuard } from '../http/operator.guard.js';
import { OperatorRefusal } from '../http/operator-refusal.js';
import { clearSession, setSession } from '../http/session-cookie.js';
import { ConsoleFilter } from './console.filter.js';
import { pageAddress } from './page-address.js';
import { SignInPage } from './pages/sign-in.js';
import { sendPage } from './send-page.js';

const TOKEN_LENGTH_MAX = 500;

/** Signing in and out. */
@Controller()
@UseFilters(ConsoleFilter)
export class SessionController {
  constructor(private readonly door: OperatorDoor) {}

  @Get('connexion')
  ask(@Query('vers') vers: unknown, @Res() reply: FastifyReply): void {
    sendPage(reply, SignInPage({ refusal: null, towards: pageAddress(vers) }));
  }

  @Post('connexion')
  async signIn(
    @Body() body: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const towards = pageAddress(body?.['vers']);
    try {
      setSession(request, reply, await this.door.signIn(tokenOf(body?.['jeton']), request.ip));
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
      if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
      sendPage(reply, SignInPage({ refusal: error.message, towards }), error.status);
      return;
    }
    void reply.redirect(towards, 303);
  }

  @Post('deconnexion')
  @UseGuards(OperatorGuard)
  signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    clearSession(request, reply);
    void reply.redirect('/connexion', 303);
  }
}

function tokenOf(given: unknown): string {
  return typeof given === 'string' ? given.trim().slice(0, TOKEN_LENGTH_MAX) : '';
}
