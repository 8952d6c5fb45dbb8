import { type Circuit, CLOSED } from '#avis/write/source-health';
import { afterRun, mayTry } from './circuit.js';

const CADENCE = 1_800;
const START = Date.parse('2026-11-21T10:00:00Z');
const minutes = (n: number) => new Date(START + n * 60_000);

/** Minutes of pause after each failure in a row; null while the circuit is closed. */
function pauses(failures: number, cadence: number): (number | null)[] {
  let circuit: Circuit = CLOSED;
  return Array.from({ length: failures }, () => {
    circuit = afterRun(circuit, false, minutes(0), cadence);
    return circuit.retryAt && (circuit.retryAt.getTime() - START) / 60_000;
  });
}

test('it opens at the fifth failure in a row and its pauses grow, up to six hours', () => {
  expect(pauses(12, CADENCE)).toEqual([null, null, null, null, 30, 60, 120, 240, 360, 360, 360, 360]);
});

test('pauses follow a short cadence and are never shorter than a long one', () => {
  expect(pauses(11, 15).slice(4)).toEqual([0.25, 0.5, 1, 2, 4, 4, 4]);
  expect(pauses(6, 86_400).slice(4)).toEqual([1_440, 1_440]);
});

test('one success closes it; the moment when it opened is kept until then', () => {
  let circuit: Circuit = CLOSED;
  for (let n = 0; n < 5; n++) circuit = afterRun(circuit, false, minutes(n), CADENCE);
  expect(circuit).toMatchObject({ failures: 5, openedAt: minutes(4) });
  circuit = afterRun(circuit, false, minutes(40), CADENCE);
  expect(circuit).toMatchObject({ failures: 6, openedAt: minutes(4), retryAt: minutes(100) });
  expect(afterRun(circuit, true, minutes(100), CADENCE)).toEqual(CLOSED);
});

test('closed it lets every run through, open only the occurrence nearest to its retry', () => {
  expect(mayTry(CLOSED, minutes(0), CADENCE)).toBe(true);
  const open: Circuit = { failures: 6, openedAt: minutes(0), retryAt: minutes(60) };
  expect([0, 30, 44].map((n) => mayTry(open, minutes(n), CADENCE))).toEqual([false, false, false]);
  expect([46, 60, 75].map((n) => mayTry(open, minutes(n), CADENCE))).toEqual([true, true, true]);
});
