import { VERDICTS } from '#contract/vocabulary';
import { isRecord } from '../read-value.js';
import { readable } from './data-text.js';
import { type Evaluation, EvaluationFault } from './modele.js';

/** Longer than is asked for: a model that says too much has still answered. */
const RAISON_MAX = 400;

/**
 * The evaluation that a model wrote. Its reason is somebody else's text: kept readable, on one line, bounded.
 * @throws EvaluationFault `malformed` for anything else than what was asked for.
 */
export function readEvaluation(text: string): Evaluation {
  const answer = parse(text);
  const valeur = isRecord(answer) ? VERDICTS.find((one) => one === answer['valeur']) : undefined;
  if (valeur === undefined || !isRecord(answer)) throw new EvaluationFault('malformed');
  const raison = answer['raison'] ?? null;
  if (raison !== null && typeof raison !== 'string') throw new EvaluationFault('malformed');
  return { valeur, raison: readable(raison, RAISON_MAX) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
