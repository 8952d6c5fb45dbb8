import { judge, type Judged } from './judge.js';
import { registerOf, RULES } from './register.js';
import type { GazetteBuyer } from './winter-2021.js';

const TENTHS = 10;

/** Three ways to hide SIRETs of the gazette of January and February 2021 and to deduce them. */
export interface Measures {
  /** A register of January, SIRETs hidden in February: the promise. */
  forward: Judged;
  /** A register of February on January. */
  backward: Judged;
  /** Each notice by a register of nine tenths of both months, of which it is none. */
  crossed: Judged;
}

export function measure(notices: readonly GazetteBuyer[], rules = RULES): Measures {
  const january = notices.filter(({ mois }) => mois === '2021-01');
  const february = notices.filter(({ mois }) => mois === '2021-02');
  const [ofJanuary, ofFebruary] = [registerOf(january, rules), registerOf(february, rules)];
  const parts = Array.from({ length: TENTHS }, (_, tenth) =>
    registerOf(
      notices.filter((_notice, index) => index % TENTHS !== tenth),
      rules,
    ),
  );
  const tenthOf = new Map(notices.map(({ idweb }, index) => [idweb, index % TENTHS]));
  return {
    forward: judge(february, () => ofJanuary),
    backward: judge(january, () => ofFebruary),
    crossed: judge(notices, ({ idweb }) => parts[tenthOf.get(idweb) ?? 0] ?? ofJanuary),
  };
}
