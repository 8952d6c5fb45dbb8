import { writeFile } from 'node:fs/promises';
import prettier from 'prettier';
import { type Fit, fit } from './fit.js';
import { judge } from '../../apps/worker/testing/matching/judge.js';
import type { Labelled } from '../../apps/feeds/labelled/labelled.js';
import { Patterns } from './patterns.js';

const FILE = 'libs/avis/match/weights.ts';

/** Estimates the weights on these notices, whatever the exact keys say, and writes them as data. */
export async function estimate(worlds: Iterable<Labelled[]>, from: string): Promise<void> {
  const patterns = new Patterns();
  let [pairs, same] = [0, 0];
  for (const notices of worlds) {
    judge(notices, true, (pair) => {
      if (pair.comparison.evidence.veto !== null) return;
      patterns.add(pair.comparison, pair.same);
      pairs++;
      if (pair.same) same++;
    });
  }
  const all = patterns.all();
  const found = fit(all);
  console.log(`${pairs} pairs, ${same} of them the same, ${all.length} patterns; prior ${found.prior} bits`);
  const options = (await prettier.resolveConfig(FILE)) ?? {};
  await writeFile(FILE, await prettier.format(text(found, pairs, from), { ...options, parser: 'typescript' }));
}

function text({ weights, prior }: Fit, pairs: number, from: string): string {
  const fields = new Map<string, [string, number][]>();
  for (const [name, bits] of weights) {
    const [champ = '', niveau = ''] = name.split('=');
    fields.set(champ, [...(fields.get(champ) ?? []), [niveau, bits]]);
  }
  const tables = [...fields].map(([champ, levels]) => {
    const sorted = levels.sort(([, a], [, b]) => b - a).map(([niveau, bits]) => `${niveau}: ${bits}`);
    return `${champ}: { ${sorted.join(', ')} },`;
  });
  return `import type { Levels } from './levels.js';

// Written by \`npm run bench -- match estimer\`; docs/matching.md says how. Do not edit by hand.

/**
 * Bits that each level brings, for and against: how much likelier it is of one notice than of two, the other fields known.
 * \`absent\` brings nothing. Estimated on ${pairs} pairs of ${from}.
 */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
${tables.join('\n')}
};

/** Bits before any field is looked at: most pairs that blocks bring together are of two notices. */
export const PRIOR = ${prior};
`;
}
