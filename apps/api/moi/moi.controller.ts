import { Controller, Inject } from '@nestjs/common';
import type { CleContext } from '#access/cles/directory';
import { nextMidnightUtc } from '#access/quota/day';
import { Quota } from '#access/quota/quota';
import { NoParameters } from '#contract/parameters/no-parameters';
import type { Facts } from '../access/policy.js';
import { Prepared, Route } from '../access/route.js';
import { plainAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';

@Controller('moi')
export class MoiController {
  constructor(
    private readonly quota: Quota,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'getMoi',
    tag: 'Compte',
    summary: 'La clé, le plan et le quota du jour',
    description: 'Ce que permet la clé employée et ce qui reste du quota du compte. Ne consomme pas de quota.',
    keyed: true,
    scope: null,
    resource: 'moi',
    readsAvis: false,
    query: NoParameters,
    path: NoParameters,
    prepare: (_query, _path, facts) => facts,
    quota: null,
    memory: null,
    answer: 'ReponseMoi',
  })
  async read(@Prepared() { cle, now }: Facts): Promise<Answer> {
    const quota = await this.quota.read(cle.compte.id);
    return plainAnswer({
      data: {
        compte: cle.compte,
        cle: describeCle(cle),
        quota: { ...quota, renouvellement: toSeconds(nextMidnightUtc(now)) },
        limites: {
          requetes_par_minute: this.settings.rateLimitPerKey,
          requetes_simultanees: this.settings.maxInFlightPerKey,
        },
      },
    });
  }
}

function describeCle({ cleId, prefixe, usage, perimetres, creeeLe, expireLe }: CleContext) {
  return { id: cleId, prefixe, usage, perimetres, creee_le: creeeLe, expire_le: expireLe };
}

/** RFC 3339 in UTC, to the second. */
function toSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
