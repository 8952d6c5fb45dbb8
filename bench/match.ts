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
if (process.env['SHOW']) {
  const notices = [...simulate(Number(seeds[0]), Number(size))];
  const n = { fp: 0, fn: 0 };
  judge(notices, process.env['SHOW'] === 'exact', ({ a, b, same, comparison }) => {
    const bad = comparison.decision === 'same' ? (same ? null : 'fp') : same ? 'fn' : null;
    if (bad === null || n[bad]++ > 12) return;
    const v = (i: number) => {
      const x = notices[i]!;
      return [
        x.truth,
        x.trap,
        x.notice.source,
        x.notice.titre,
        x.notice.acheteur.nom,
        x.notice.acheteur.siret,
        x.notice.dates_limites,
        x.notice.date_publication,
        x.notice.cpv,
        x.notice.budget,
        x.notice.nb_lots,
        x.notice.keys.reference_acheteur,
        x.notice.keys.consultations,
      ].join(' | ');
    };
    console.log(
      bad,
      comparison.score,
      comparison.evidence.regle,
      comparison.evidence.veto,
      Object.entries(comparison.evidence.champs)
        .map(([k, { niveau, poids }]) => `${k}=${niveau}:${poids}`)
        .join(' '),
      '\n   ',
      v(a),
      '\n   ',
      v(b),
    );
  });
  console.log(n);
}
if (command === 'estimer') {
  const development = seeds.length > 0 ? seeds.map(Number) : [1, 2];
  await estimate(
    development.map((seed) => [...simulate(seed, Number(size))]),
    `${Number(size) * development.length} simulated notices, seeds ${development.join(', ')}`,
  );
}
