import { readFileSync } from 'node:fs';
import { judge, type Judged } from './testing/judge.js';
import { registerOf } from './testing/register.js';
import { gazetteBuyers } from './testing/winter-2021.js';

/** Docs that must list every error. */
const DOCUMENTED = 'docs/deduction.md';
const TENTHS = 10;

const notices = gazetteBuyers();

function say(what: string, { hidden, right, wrong, ambiguous, unknown, unnamed, precision, coverage }: Judged): void {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  console.log(
    `${what}: ${hidden} hidden, ${right} right, ${wrong.length} wrong, ${ambiguous} ambiguous, ${unknown} unknown, ${unnamed} without a telling name; precision ${percent(precision)}, coverage ${percent(coverage)}`,
  );
}

(notices === null ? describe.skip : describe)('SIRETs deduced of BOAMP notices', () => {
  const all = notices ?? [];
  const january = all.filter(({ mois }) => mois === '2021-01');
  const february = all.filter(({ mois }) => mois === '2021-02');

  test('register of January, SIRETs hidden in February: precision 99 % at least, every error is documented', () => {
    const register = registerOf(january);
    const judged = judge(february, () => register);
    say(`January (${register.acheteurs.length} records) on February`, judged);
    for (const { idweb, published, deduced } of judged.wrong)
      console.log(`${idweb}: ${deduced} instead of ${published}`);
    expect(judged.precision).toBeGreaterThanOrEqual(0.99);
    expect(judged.coverage).toBeGreaterThan(0.6);
    const documented = readFileSync(DOCUMENTED, 'utf8');
    expect(judged.wrong.filter(({ idweb }) => !documented.includes(`| ${idweb} |`))).toEqual([]);
  });

  test('a larger register: each notice by those of all others of both months, tenth by tenth', () => {
    const parts = Array.from({ length: TENTHS }, (_, tenth) =>
      registerOf(all.filter((_notice, index) => index % TENTHS !== tenth)),
    );
    const tenthOf = new Map(all.map(({ idweb }, index) => [idweb, index % TENTHS]));
    const judged = judge(all, ({ idweb }) => parts[tenthOf.get(idweb)!]!);
    say('nine tenths on the tenth', judged);
    expect(judged.precision).toBeGreaterThanOrEqual(0.99);
  });

  test('against the time: a register of February on January', () => {
    const register = registerOf(february);
    const judged = judge(january, () => register);
    say(`February (${register.acheteurs.length} records) on January`, judged);
    expect(judged.precision).toBeGreaterThanOrEqual(0.975);
  });
});
