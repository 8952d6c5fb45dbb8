import { type Circuit, CLOSED } from '#avis/write/source-health';

/** Runs that fail in a row before a source is left alone. */
const OPENS_AFTER = 5;
/** The pause doubles with each failure, from one cadence up to these bounds, whichever is shorter. */
const LONGEST_PAUSE_CADENCES = 16;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** The circuit after a run. */
export function afterRun(circuit: Circuit, succeeded: boolean, now: Date, cadenceSeconds: number): Circuit {
  if (succeeded) return CLOSED;
  const failures = circuit.failures + 1;
  if (failures < OPENS_AFTER) return { ...circuit, failures };
  const cadenceMs = cadenceSeconds * 1000;
  const doubled = cadenceMs * 2 ** (failures - OPENS_AFTER);
  const pause = Math.min(doubled, cadenceMs * LONGEST_PAUSE_CADENCES, Math.max(LONGEST_PAUSE_MS, cadenceMs));
  return { failures, openedAt: circuit.openedAt ?? now, retryAt: new Date(now.getTime() + pause) };
}

/** Whether a scheduled run may ask the source: the circuit is closed, or this is the occurrence nearest to its retry. */
export function mayTry(circuit: Circuit, now: Date, cadenceSeconds: number): boolean {
  return circuit.retryAt === null || now.getTime() + cadenceSeconds * 500 >= circuit.retryAt.getTime();
}
