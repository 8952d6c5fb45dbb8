import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FORM_FIELD } from './form-field.js';
import { OperatorDoor } from './operator-door.js';
import { OperatorRefusal } from './operator-refusal.js';
import { SESSION_COOKIE } from './session-cookie.js';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Lets operators in: by `Authorization: Bearer`, as programs do, or by the session of a browser. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly door: OperatorDoor) {}

  /** @throws OperatorRefusal */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== null) {
      await this.door.checkToken(bearer, request.ip);
      return true;
    }
    const session = request.cookies[SESSION_COOKIE];
    this.door.checkSession(session);
    if (!READING.has(request.method)) this.#checkForm(request, session ?? '');
    return true;
  }

  #checkForm({ body }: FastifyRequest, session: string): void {
    const shown = (body as Record<string, unknown> | null | undefined)?.[FORM_FIELD];
    if (shown !== this.door.formToken(session)) throw new OperatorRefusal('foreign_form');
  }
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
