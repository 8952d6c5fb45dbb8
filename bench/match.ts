/**
 * What the matching of notices finds, judged by the truth of simulated feeds.
 *
 *   npm run bench -- match evaluer [publications] [seed]   prints precision and recall, draws docs/matching-curve.svg;
 *                                                          the seed is drawn and printed when it is not given
 *   npm run bench -- match estimer                          writes libs/avis/match/weights.ts
 */
import { randomInt } from 'node:crypto';
import { estimate } from './match/estimate.js';
import { evaluate } from './match/evaluate.js';
import type { Labelled } from '../apps/feeds/labelled/labelled.js';
import { simulate } from './match/simulate.js';
import { worldOf } from '../apps/feeds/labelled/world.js';

/** What weights are estimated on; never the seeds of an evaluation. */
function* developmentWorlds(): Generator<Labelled[]> {
  yield [...simulate(1, 20_000)];
  yield [...worldOf(11, 16_000)];
  yield [...worldOf(12, 8_000)];
}

const [command = 'evaluer', size = '20000', seed] = process.argv.slice(2);

switch (command) {
  case 'evaluer':
    await evaluate(Number(size), seed === undefined ? randomInt(1_000_000, 1_000_000_000) : Number(seed));
    break;
  case 'estimer':
    await estimate(
      developmentWorlds(),
      'simulated notices: seed 1 of bench/match/simulate.ts, seeds 11 and 12 of the feeds',
    );
    break;
  default:
    console.error('evaluer or estimer');
    process.exitCode = 2;
}
