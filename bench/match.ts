/**
 * What the matching of notices finds, judged by the truth of simulated feeds.
 *
 *   npm run bench -- match evaluer [notices] [seed…]
 *   npm run bench -- match estimer [notices] [seed…]     writes libs/avis/match/weights.ts
 */
import { Curve } from './match/curve.js';
import { estimate } from './match/estimate.js';
import { judge, type JudgedPair } from './match/judge.js';
import { printReport } from './match/report.js';
import { simulate } from './match/simulate.js';

const [command = 'evaluer', size = '20000', ...seeds] = process.argv.slice(2);

function evaluate(seed: number): void {
  const notices = [...simulate(seed, Number(size))];
  for (const useExact of [true, false]) {
    console.log(`\nseed ${seed}, ${useExact ? 'all rules' : 'resemblance alone'}`);
    const kept: JudgedPair[] = [];
    const curve = new Curve();
    const judgement = judge(notices, useExact, (pair) => {
      curve.add(pair);
      const { decision, evidence } = pair.comparison;
      if (decision !== 'different' || (evidence.veto !== null && evidence.veto !== 'source')) kept.push(pair);
    });
    printReport(judgement, kept);
    for (const { threshold, precision, recall } of curve.points(judgement.truePairs, -2, 10)) {
      if (Number.isInteger(threshold))
        console.log(`  ${threshold} bits: precision ${precision.toFixed(4)} recall ${recall.toFixed(4)}`);
    }
  }
}

if (command === 'evaluer') for (const seed of seeds.length > 0 ? seeds.map(Number) : [1]) evaluate(seed);
if (command === 'estimer') {
  const development = seeds.length > 0 ? seeds.map(Number) : [1, 2];
  await estimate(
    development.map((seed) => [...simulate(seed, Number(size))]),
    `${Number(size) * development.length} simulated notices, seeds ${development.join(', ')}`,
  );
}
