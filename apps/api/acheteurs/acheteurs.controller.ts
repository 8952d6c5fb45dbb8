import { Controller, Inject } from '@nestjs/common';
import type pg from 'pg';
import { ContractError } from '#contract/errors';
import { AcheteurPath } from '#contract/parameters/acheteur-path';
import { NoParameters } from '#contract/parameters/no-parameters';
import { openByAcheteur } from '#avis/read/open-counts';
import { acheteurDetail } from '#contrats/read/acheteur';
import { Prepared, Route } from '../access/route.js';
import { READ_POOL } from '../database/pools.js';
import { itemAnswer, type Answer } from '../http/answer.js';

interface AcheteurRequest {
  siret: string;
  /** Sources whose open notices the key may count. */
  served: readonly string[];
}

@Controller('acheteurs')
export class AcheteursController {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  @Route(':siret', {
    operationId: 'getAcheteur',
    tag: 'Acheteurs',
    summary: 'Lire la fiche d’un acheteur',
    description:
      'La fiche d’un acheteur public : avis ouverts (ceux que la clé peut voir), contrats, codes CPV et titulaires principaux, derniers marchés (20 au plus), contrats qui se terminent dans les 12 mois (50 au plus, le plus proche d’abord). Les titulaires non diffusibles n’y sont pas nommés. Un SIRET inconnu répond 404.',
    keyed: true,
    scope: 'acheteurs:read',
    resource: 'acheteurs',
    readsAvis: true,
    query: NoParameters,
    path: AcheteurPath,
    prepare: (_query, { siret }, { served }): AcheteurRequest => ({ siret, served }),
    quota: { famille: 'general', cost: () => 1 },
    memory: null,
    answer: 'ReponseAcheteur',
  })
  async detail(@Prepared() { siret, served }: AcheteurRequest): Promise<Answer> {
    const text = await acheteurDetail(this.pool, siret);
    if (text === null) throw new ContractError('not_found', 'Aucun acheteur connu n’a ce SIRET.');
    return itemAnswer(withOpenNotices(text, await openByAcheteur(this.pool, siret, served)));
  }
}

/** The record with the one value that depends on the key, spliced in: it is never parsed. */
function withOpenNotices(detail: string, avis_ouverts: number): string {
  return `${detail.slice(0, -1)},"avis_ouverts":${avis_ouverts}}`;
}
