import type { DataSource } from 'typeorm';
import { annonceText } from './annonce-text.js';
import { ATTEMPTS, RETRY, withAttempts } from './attempts.js';
import { CONSIGNE } from './consigne.js';
import { EvaluationFault, type Modele, type Reponse } from './modele.js';
import { Pace } from './pace.js';
import { putOffMs } from './put-off.js';
import { Rest } from './rest.js';
import type { ModeleSettings, Role } from './role.js';
import { addJetons, BudgetSpent, isBudgetLeft, spendAppel } from './write/budget.js';
import { type Asked, findCandidates } from './write/candidates.js';
import { type Claim, claimEvaluation, putOff, releaseClaim } from './write/claim.js';
import { recordEvaluation } from './write/record.js';

export interface EvaluateurParts {
  role: Role;
  modele: Modele;
  limits: Pick<ModeleSettings, 'timeoutMs' | 'appelsParJour' | 'appelsParMinute'>;
  /** Rows with a lower score are not evaluated. */
  scoreMin: number;
  /** The model is left alone: why, and how long. */
  onRest: (fault: EvaluationFault, restMs: number) => void;
  retry?: typeof RETRY;
}

export interface EvaluationCounts {
  /** Outcomes kept. */
  evalues: number;
  /** Put off. */
  failed: number;
  /** Answers about a notice or a profile that had changed meanwhile. */
  outdated: number;
}

/** What the database takes on either side of a request, on a bad day. */
const SLACK_MS = 60_000;

/** One model at work: what it is asked, how often, and when it is left alone. Kept from one batch to the next. */
export class Evaluateur {
  readonly #asked: Asked;
  readonly #pace: Pace;
  readonly #rest = new Rest();
  readonly #leaseMs: number;
  readonly #retry: typeof RETRY;

  constructor(
    private readonly db: DataSource,
    private readonly parts: EvaluateurParts,
  ) {
    const { role, modele, limits, retry = RETRY } = parts;
    this.#asked = { role, modele: modele.nom, consigne: CONSIGNE };
    this.#pace = new Pace(limits.appelsParMinute);
    this.#retry = retry;
    const turnMs = 60_000 / limits.appelsParMinute;
    this.#leaseMs = SLACK_MS + ATTEMPTS * (limits.timeoutMs + (retry.maxRetryAfterMs ?? 0) + turnMs);
  }

  /** Evaluates for about so long, one notice after the other. Fewer than could be: the budget is spent or the model rests. */
  async work({ forMs, signal }: { forMs: number; signal: AbortSignal }): Promise<EvaluationCounts> {
    const counts = { evalues: 0, failed: 0, outdated: 0 };
    const end = Date.now() + forMs;
    const { role, limits, scoreMin } = this.parts;
    if (!this.#mayGoOn(signal) || !(await isBudgetLeft(this.db, role, limits.appelsParJour))) return counts;
    // As many as the pace allows in that time.
    const limit = Math.min(200, Math.max(1, Math.ceil((forMs / 60_000) * limits.appelsParMinute)));
    for (const candidate of await findCandidates(this.db, this.#asked, { scoreMin, limit })) {
      if (!this.#mayGoOn(signal) || Date.now() > end) break;
      const claim = await claimEvaluation(this.db, this.#asked, candidate, this.#leaseMs);
      if (claim === null) continue;
      const result = await this.#evaluate(claim, signal);
      if (result === null) break;
      counts[result] += 1;
    }
    return counts;
  }

  /** @returns null when nothing more can be asked: the budget is spent, or the worker stops. */
  async #evaluate(claim: Claim, signal: AbortSignal): Promise<keyof EvaluationCounts | null> {
    const { profil, avis } = claim;
    const text = annonceText(avis);
    try {
      const reponse = await withAttempts(() => this.#ask(profil, text, signal), signal, this.#retry);
      this.#rest.answered();
      return (await recordEvaluation(this.db, claim, reponse)) ? 'evalues' : 'outdated';
    } catch (error) {
      if (error instanceof BudgetSpent || (error instanceof EvaluationFault && error.reason === 'aborted')) {
        await releaseClaim(this.db, claim);
        return null;
      }
      if (!(error instanceof EvaluationFault)) throw error;
      await putOff(this.db, claim, error.message, putOffMs(error, claim.attempts));
      const restMs = this.#rest.failed(error, Date.now());
      if (restMs !== null) this.parts.onRest(error, restMs);
      return 'failed';
    }
  }

  async #ask(profil: Claim['profil'], text: string, signal: AbortSignal): Promise<Reponse> {
    const { role, modele, limits } = this.parts;
    await this.#pace.turn(signal);
    if (signal.aborted) throw new EvaluationFault('aborted');
    await spendAppel(this.db, role, limits.appelsParJour);
    const reponse = await modele.evaluer(profil, text, signal);
    if (reponse.jetons !== null) await addJetons(this.db, role, reponse.jetons);
    return reponse;
  }

  #mayGoOn(signal: AbortSignal): boolean {
    return !signal.aborted && this.#rest.isOver(Date.now());
  }
}
