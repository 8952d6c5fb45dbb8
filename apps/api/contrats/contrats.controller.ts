import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { ContratsQuery } from '#contract/parameters/contrats-query';
import { NoParameters } from '#contract/parameters/no-parameters';
import { listContrats } from '#contrats/read/contrats';
import { withinDelay } from '#platform/database/within-delay';
import { Prepared, Route } from '../access/route.js';
import { writeDayCursor } from '../cursors/day-cursor.js';
import { READ_POOL } from '../database/pools.js';
import { listAnswer, type Answer } from '../http/answer.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { prepareContrats, type ContratsRequest } from './prepare-contrats.js';

@Controller('contrats')
export class ContratsController {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Route('', {
    operationId: 'searchContrats',
    tag: 'Contrats',
    summary: 'Contrats conclus, leurs titulaires et leurs montants',
    description:
      'Contrats des données essentielles de la commande publique, dans leur état actuel, la notification la plus récente d’abord ; ceux sans date viennent en dernier. Au moins un filtre parmi `acheteur_siret`, `titulaire_siret`, `titulaire_siren`, `departement` et `cpv` est obligatoire, sinon 400 `filter_required`. Suivez `meta.curseur_suivant` jusqu’à ce qu’il soit nul. `meta.total` est exact, donné sur la première page et seulement avec un filtre d’acheteur ou de titulaire ; nul sinon. Un titulaire non diffusible n’a ni `siret` ni `nom`, et aucun filtre ne le trouve.',
    keyed: true,
    scope: 'decp:read',
    resource: 'contrats',
    readsAvis: false,
    query: ContratsQuery,
    path: NoParameters,
    filterRequired: true,
    prepare: prepareContrats,
    quota: { famille: 'decp', cost: ({ page }) => page.limite },
    memory: (request) => JSON.stringify(request),
    answer: 'ListeContrats',
  })
  async list(@Prepared() { page, counted, fingerprint }: ContratsRequest): Promise<Answer> {
    const { items, next, total } = await withinDelay(this.pool, this.settings.listTimeoutMs, (db) =>
      listContrats(db, page, counted),
    );
    const curseur_suivant =
      next === null ? null : writeDayCursor({ jour: next.jour, cle: String(next.n) }, fingerprint);
    return listAnswer(items, { limite: page.limite, curseur_suivant, total });
  }
}
