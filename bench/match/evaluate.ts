import { writeFile } from 'node:fs/promises';
import { SAME_FROM } from '#avis/match/thresholds';
import { Curve, type CurvePoint } from './curve.js';
import { curvePicture } from './curve-picture.js';
import { judge, type JudgedPair } from './judge.js';
import type { Labelled } from './labelled.js';
import { printReport } from './report.js';
import { worldOf } from './world.js';

const PICTURE = 'docs/matching-curve.svg';

/** Judges the matching on a world of 18 sources: with all rules, then by resemblance alone. */
export async function evaluate(size: number, seed: number): Promise<void> {
  console.log(`seed ${seed}`);
  const notices = worldOf(seed, size);
  const all = judged(notices, true);
  const alone = judged(notices, false);
  const series = [
    { name: 'all rules', points: all },
    { name: 'resemblance alone', points: alone },
  ];
  await writeFile(PICTURE, curvePicture(series, SAME_FROM, `${notices.length} notices, seed ${seed}`));
}

/** Prints what is found, and the choice of a threshold; @returns the curve. */
export function judged(notices: Labelled[], useExact: boolean): CurvePoint[] {
  console.log(`\n${useExact ? 'all rules' : 'resemblance alone, exact keys switched off'}`);
  const kept: JudgedPair[] = [];
  const curve = new Curve();
  const judgement = judge(notices, useExact, (pair) => {
    curve.add(pair);
    const { decision, evidence } = pair.comparison;
    // Two of one source are kept apart by the clusters themselves.
    if (decision !== 'different' || (evidence.veto !== null && evidence.veto !== 'source')) kept.push(pair);
  });
  printReport(judgement, kept);
  const points = curve.points(judgement.truePairs);
  for (const { threshold, precision, recall } of points) {
    if (!Number.isInteger(threshold) || Math.abs(threshold - SAME_FROM) > 6) continue;
    console.log(`  from ${threshold} bits: precision ${precision.toFixed(5)} recall ${recall.toFixed(5)}`);
  }
  return points;
}
