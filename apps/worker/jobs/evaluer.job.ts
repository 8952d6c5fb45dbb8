import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chatModele } from '#opportunites/verdicts/chat-modele';
import { Evaluateur } from '#opportunites/verdicts/evaluateur';
import { ROLES } from '#opportunites/verdicts/role';
import { forgetVerdicts, reconcileVerdicts } from '#opportunites/verdicts/write/reconcile';
import type { Configuration } from '#platform/configuration/configuration';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { CONFIGURATION } from '../tokens.js';
import type { Job, JobContext } from './job.js';

/** Looking through the feeds of 1,000 accounts takes some 2 s a model. */
const LOOKS_EVERY_MS = 120_000;
/** Feeds are looked at again after that long, however much there is to evaluate. */
const TURN_MS = 120_000;

/**
 * Asks the models that are configured about the best notices of feeds, until none is left or the day's budget is spent.
 * Without models it only takes away the verdicts of notices and profiles that have changed.
 */
@Injectable()
export class EvaluerJob implements Job {
  readonly name = 'evaluer';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('evaluer');
  readonly #evaluateurs: readonly Evaluateur[];

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.#evaluateurs = ROLES.flatMap((role) => {
      const settings = configuration.modeles[role];
      if (settings === null) return [];
      const modele = chatModele(settings);
      const onRest = (fault: Error, restMs: number) =>
        this.#logger.warn(
          { role, modele: modele.nom, reason: fault.message, minutes: Math.round(restMs / 60_000) },
          'a model fails and is left alone for a while: see write.evaluation.error',
        );
      const scoreMin = configuration.verdictScoreMin;
      return [new Evaluateur(db, { role, modele, limits: settings, scoreMin, onRest })];
    });
  }

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { evalues: 0, failed: 0, outdated: 0 };
    await forgetVerdicts(this.db);
    while (!signal.aborted) {
      await reconcileVerdicts(this.db);
      const turn = { forMs: TURN_MS, signal };
      const counts = await Promise.all(this.#evaluateurs.map((evaluateur) => evaluateur.work(turn)));
      for (const { evalues, failed, outdated } of counts) {
        total.evalues += evalues;
        total.failed += failed;
        total.outdated += outdated;
      }
      if (counts.every(({ evalues, failed, outdated }) => evalues + failed + outdated === 0)) break;
    }
    if (total.evalues + total.failed + total.outdated > 0) this.#logger.log(total, 'notices evaluated');
  }
}
