import { randomInt } from 'node:crypto';
import { jest } from '@jest/globals';
import { judge } from '../testing/matching/judge.js';
import { ALL, precision, type Rate, ratesOf, recall } from '../testing/matching/rates.js';
import { reportOf } from '../testing/matching/report.js';
import { worldInParts } from '../testing/matching/world-parts.js';

jest.setTimeout(900_000);

const PUBLICATIONS = 100_000;

/** A seed that no development has used; MATCH_SEED fixes one that was printed. */
const seed = Number(process.env.MATCH_SEED ?? randomInt(1_000_000, 1_000_000_000));

test(`a notice published on several platforms is found to be one: ${PUBLICATIONS} publications of 18 sources, seed ${seed}`, async () => {
  const judgement = judge(await worldInParts(seed, PUBLICATIONS), true);
  const rates = ratesOf(judgement);
  console.log(`MATCH_SEED=${seed}\n${reportOf(judgement, rates)}`);
  const pairs = rates.pairs.get(ALL) as Rate;
  expect(precision(pairs)).toBeGreaterThanOrEqual(0.995);
  expect(recall(pairs)).toBeGreaterThanOrEqual(0.97);

  expect(new Set(judgement.notices.map(({ notice }) => notice.source)).size).toBe(18);
  expect(judgement.notices.filter(({ trap }) => trap !== null).length).toBeGreaterThan(PUBLICATIONS / 50);
  expect(judgement.truePairs).toBeGreaterThan(PUBLICATIONS / 4);
});
