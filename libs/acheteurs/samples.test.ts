import { readFileSync } from 'node:fs';
import type { Judged } from './testing/judge.js';
import { measure } from './testing/measures.js';
import { gazetteBuyers } from './testing/winter-2021.js';

/** Where every error must be listed. */
const DOCUMENTED = 'docs/deduction.md';

const notices = gazetteBuyers();

function say(what: string, { hidden, right, wrong, ambiguous, unknown, unnamed, precision, coverage }: Judged): void {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const errors = wrong.map(({ idweb, deduced, published }) => `\n  ${idweb}: ${deduced} instead of ${published}`);
  console.log(
    `${what}: ${hidden} hidden, ${right} right, ${wrong.length} wrong, ${ambiguous} ambiguous, ${unknown} unknown, ${unnamed} without a telling name; precision ${percent(precision)}, coverage ${percent(coverage)}${errors.join('')}`,
  );
}

(notices === null ? describe.skip : describe)('SIRETs hidden in the BOAMP of January and February 2021', () => {
  const measures = measure(notices ?? []);

  test('register of January, February deduced: 99 % right at least, every error is documented', () => {
    const { forward } = measures;
    say('January on February', forward);
    expect(forward.hidden).toBe(2_062);
    expect(forward.precision).toBeGreaterThanOrEqual(0.99);
    expect(forward.coverage).toBeGreaterThan(0.6);
    const documented = readFileSync(DOCUMENTED, 'utf8');
    expect(forward.wrong.filter(({ idweb }) => !documented.includes(`| ${idweb} |`))).toEqual([]);
  });

  test('register of both months but for a tenth, which is deduced: 99 % right at least', () => {
    say('nine tenths on the tenth', measures.crossed);
    expect(measures.crossed.precision).toBeGreaterThanOrEqual(0.99);
  });

  test('register of February, January deduced: known to be less', () => {
    say('February on January', measures.backward);
    expect(measures.backward.precision).toBeGreaterThanOrEqual(0.975);
  });
});
