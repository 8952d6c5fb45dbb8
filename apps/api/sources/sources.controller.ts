import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { NoParameters } from '#contract/parameters/no-parameters';
import { openBySource } from '#avis/read/open-counts';
import { sourceStates } from '#avis/read/source-states';
import { mentionOf, SOURCES } from '#sources/registry';
import { Route } from '../access/route.js';
import { READ_POOL } from '../database/pools.js';
import { plainAnswer, type Answer } from '../http/answer.js';

@Controller('sources')
export class SourcesController {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  @Route('', {
    operationId: 'listSources',
    tag: 'Référentiels',
    summary: 'Registre des sources',
    description:
      'Les 18 sources, leur licence, la mention à afficher, leur état et la complétude moyenne de ce qu’elles publient elles-mêmes. `retard_minutes` dit de combien une collecte est en retard sur son rythme (nul quand elle est à l’heure). Ne consomme pas de quota.',
    keyed: true,
    scope: null,
    resource: 'sources',
    readsAvis: true,
    query: NoParameters,
    path: NoParameters,
    prepare: () => null,
    quota: null,
    // What is served is part of the question: a cut shows at once, not when the memory ends.
    memory: (_request, facts) => facts.served.join(),
    answer: 'ListeSources',
  })
  async list(): Promise<Answer> {
    const [states, open] = await Promise.all([sourceStates(this.pool), openBySource(this.pool)]);
    const data = SOURCES.map((source) => {
      const { code, nom, type, licence, url, rediffusion } = source;
      const state = states.get(code);
      const coupee = state?.coupee ?? false;
      return {
        code,
        nom,
        type,
        licence,
        mention: mentionOf(source, state?.derniere_publication ?? null),
        url,
        etat: coupee ? 'coupee' : 'active',
        completude_moyenne: state?.completude_moyenne ?? null,
        avis_ouverts: coupee ? 0 : (open.get(code) ?? 0),
        derniere_publication: state?.derniere_publication ?? null,
        derniere_collecte: state?.derniere_collecte ?? null,
        retard_minutes: state?.retard_minutes ?? null,
        rediffusion,
      };
    });
    return plainAnswer({ data, meta: { total: data.length } });
  }
}
