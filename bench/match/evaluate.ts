import { writeFile } from 'node:fs/promises';
import { SAME_FROM } from '#avis/match/thresholds';
import { judge } from '../../apps/worker/testing/matching/judge.js';
import type { Labelled } from '../../apps/feeds/labelled/labelled.js';
import { ratesOf } from '../../apps/worker/testing/matching/rates.js';
import { reportOf } from '../../apps/worker/testing/matching/report.js';
import { worldOf } from '../../apps/feeds/labelled/world.js';
import { Curve, type CurvePoint } from './curve.js';
import { curvePicture } from './curve-picture.js';

const PICTURE = 'docs/matching-curve.svg';

/** Judges the matching on a world of 18 sources: with all rules, then by resemblance alone. */
export async function evaluate(size: number, seed: number): Promise<void> {
  console.log(`seed ${seed}`);
  const notices = [...worldOf(seed, size)];
  const all = judged(notices, true);
  const alone = judged(notices, false);
  const series = [
    { name: 'all rules', points: all },
    { name: 'resemblance alone', points: alone },
  ];
  await writeFile(PICTURE, curvePicture(series, SAME_FROM, `${notices.length} notices, seed ${seed}`));
}

/** Prints what is found, and the choice of a threshold; @returns the curve. */
function judged(notices: readonly Labelled[], useExact: boolean): CurvePoint[] {
  console.log(`\n${useExact ? 'all rules' : 'resemblance alone, exact keys switched off'}`);
  const curve = new Curve();
  const start = process.cpuUsage();
  const judgement = judge(notices, useExact, (pair) => curve.add(pair));
  const { user, system } = process.cpuUsage(start);
  console.log(reportOf(judgement, ratesOf(judgement)));
  console.log(`${((user + system) / 1e6).toFixed(1)} s of processor`);
  const points = curve.points(judgement.truePairs);
  for (const { threshold, precision, recall } of points) {
    if (!Number.isInteger(threshold) || Math.abs(threshold - SAME_FROM) > 6) continue;
    console.log(`  from ${threshold} bits: precision ${precision.toFixed(5)} recall ${recall.toFixed(5)}`);
  }
  return points;
}
