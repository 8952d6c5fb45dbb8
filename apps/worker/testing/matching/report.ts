import type { Judgement } from './judge.js';
import { ALL, precision, type Rate, type Rates, recall } from './rates.js';

/** What was found and what it cost, as lines to print. */
export function reportOf(judgement: Judgement, rates: Rates): string {
  const { notices, truePairs, cost, compared, brought } = judgement;
  const each = (count: number): string => (count / notices.length).toFixed(1);
  return [
    `${notices.length} notices, ${truePairs} true pairs, ${percent(brought / truePairs)} of them compared`,
    `a notice: ${each(cost.keys)} keys, ${each(cost.rows)} rows read, ${each(2 * compared)} others to compare with ` +
      `(each pair once: ${each(compared)}); largest key ${cost.largest}, ${cost.full} left out`,
    ...lines('links', rates.links),
    ...lines('pairs in clusters', rates.pairs),
    ...lines('whole clusters', rates.clusters),
  ].join('\n');
}

function lines(what: string, rates: ReadonlyMap<string, Rate>): string[] {
  return [...rates].map(([name, rate]) => {
    const title = (name === ALL ? what : `  … ${name}`).padEnd(20);
    const counts = `${rate.right} right of ${rate.found} found, ${rate.wanted} wanted`;
    return `${title} precision ${percent(precision(rate))} recall ${percent(recall(rate))}  (${counts})`;
  });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`;
}
