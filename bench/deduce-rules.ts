/**
 * What each rule of the deduction is worth, on the BOAMP of January and February 2021 (../shared/samples).
 *
 *   npm run bench -- deduce-rules
 */
import { deduceSiret } from '#acheteurs/deduce';
import { nameKey } from '#acheteurs/name-key';
import type { Judged } from '#acheteurs/testing/judge';
import { measure } from '#acheteurs/testing/measures';
import { RULES, type Rules } from '#acheteurs/testing/register';
import { gazetteBuyers } from '#acheteurs/testing/winter-2021';
import { buyerName } from '#avis/match/buyer-name';
import { nameLevel } from '#avis/match/compare-names';

const VARIANTS: Record<string, Partial<Rules>> = {
  'as it is': {},
  'shared SIRETs given': {
    deduce: ({ departement }, homonymes) =>
      deduceSiret(
        departement,
        homonymes.map((one) => ({ ...one, partage: false })),
      ),
  },
  'groups of bodies given': {
    cle: (nom) =>
      nameKey(nom?.replace(/\bGHT\b|groupements? (hospitaliers? de territoire|de commandes?)/i, 'reseau') ?? null),
  },
  'establishments told by their department': {
    deduce: ({ departement }, homonymes) =>
      deduceSiret(
        departement,
        homonymes.filter((one) => departement === null || one.departement === null || one.departement === departement),
      ),
  },
  'words for other bodies dropped': { cle: (nom) => nameKey(nom)?.replace(/\|[^|]*\|/, '||') ?? null },
  'names equal as the matching has it': {
    cle: (nom) => nameKey(nom) && (buyerName(nom)?.core.join('') ?? null),
    deduce: ({ nom, departement }, homonymes) =>
      deduceSiret(
        departement,
        homonymes.filter(({ noms }) => noms.some((one) => isEqual(one.nom, nom))),
      ),
  },
  'names as they were published': { cle: (nom) => nameKey(nom) && nom },
  'records seen twice only': {
    deduce: ({ nom, departement }, homonymes) => {
      const found = deduceSiret(departement, homonymes);
      const record = homonymes.find((one) => found.issue === 'attache' && one.siret === found.siret);
      const seen = record?.noms.filter(({ cle }) => cle === nameKey(nom)).reduce((sum, { nombre }) => sum + nombre, 0);
      return seen === 1 ? { issue: 'inconnu' } : found;
    },
  },
};

function isEqual(a: string, b: string | null): boolean {
  const [one, other] = [buyerName(a), buyerName(b)];
  return one !== null && other !== null && nameLevel(one, other) === 'egal';
}

const text = ({ precision, wrong, coverage }: Judged) =>
  `${(precision * 100).toFixed(2)} (${wrong.length}), ${(coverage * 100).toFixed(1)}`;

const notices = gazetteBuyers();
if (notices === null) process.exitCode = 1;
else {
  console.log(
    'precision in per cent (errors), coverage: January on February | February on January | nine tenths on one',
  );
  for (const [name, changed] of Object.entries(VARIANTS)) {
    const { forward, backward, crossed } = measure(notices, { ...RULES, ...changed });
    console.log(`${name.padEnd(40)} ${[forward, backward, crossed].map(text).join(' | ')}`);
  }
}
