import { comparePair, resemblance } from './compare.js';
import { exactLink } from './exact.js';
import { matchKeysOf } from './keys.js';
import { prepare } from './prepared.js';
import { boampNotices, realPairs, tedNotices } from './testing/paires.js';

const pairs = realPairs();
const present = pairs !== null;

(present ? describe : describe.skip)('real pairs of the two gazettes', () => {
  /** The numbers of BOAMP that lead to a notice of TED: its own, and those that cite it. */
  const leads = (pairs?.certaines_par_numero_joue ?? []).flatMap(({ ted: number, boamp: own, via = [] }) => {
    const cited = via.flatMap((text) => /\d{2}-\d+/.exec(text) ?? []);
    return [...new Set([...own, ...cited])].map((idweb) => ({ number, idweb }));
  });
  const guesses = (pairs?.deduites_nom_exact_et_echeance ?? []).flatMap(({ ted: number, boamp: own }) =>
    own.map((idweb) => ({ number, idweb })),
  );
  const all = [...leads, ...guesses];
  const ted = tedNotices(new Set(all.map(({ number }) => number.replace(/^0+/, ''))));
  const boamp = boampNotices(new Set(all.map(({ idweb }) => idweb)));
  const tedOf = (number: string) => ted.get(number.replace(/^0+/, ''));
  const both = leads.filter(({ number, idweb }) => tedOf(number) !== undefined && boamp.has(idweb));

  test('every certain pair with both members in the samples shares an exact key', () => {
    expect(both).toEqual([{ number: '546568-2020', idweb: '21-15823' }]);
    for (const { number, idweb } of both) {
      const shared = matchKeysOf(boamp.get(idweb)!).exact.filter((key) =>
        matchKeysOf(tedOf(number)!).exact.includes(key),
      );
      expect(shared).toContain(`joue:${number}`);
      expect(exactLink(prepare(boamp.get(idweb)!), prepare(tedOf(number)!))).toBe('joue');
    }
  });

  test('what resemblance alone gives with the exact keys switched off', () => {
    const kinds = { certain: both, deduced: guesses };
    const lines = Object.entries(kinds).flatMap(([kind, list]) =>
      list.flatMap(({ number, idweb }) => {
        const [a, b] = [boamp.get(idweb), tedOf(number)];
        if (a === undefined || b === undefined) return [];
        const { score, decision, evidence } = resemblance(prepare(a), prepare(b));
        const told = Object.entries(evidence.champs).filter(([, { niveau }]) => niveau !== 'absent');
        const fields = told.map(([champ, { niveau }]) => `${champ} ${niveau}`).join(', ');
        return [{ kind, decision, text: `${kind} ${number} ${idweb}: ${decision}, ${score} bits; ${fields}` }];
      }),
    );
    console.log(
      ['the samples say neither the title, the CPV nor the day', ...lines.map(({ text }) => text)].join('\n'),
    );
    expect(lines.map(({ kind }) => kind)).toEqual(['certain', 'deduced', 'deduced', 'deduced', 'deduced']);
    expect(lines.filter(({ decision }) => decision === 'same')).toEqual([]);
  });

  test('deduced pairs: brought together by the buyer and the day; without a title nothing is linked', () => {
    const deduced = guesses.filter(({ number, idweb }) => tedOf(number) !== undefined && boamp.has(idweb));
    expect(deduced).toHaveLength(4);
    for (const { number, idweb } of deduced) {
      const [a, b] = [boamp.get(idweb)!, tedOf(number)!];
      expect(matchKeysOf(a).blocks.filter((key) => matchKeysOf(b).blocks.includes(key))).not.toEqual([]);
      const { decision, evidence } = comparePair(a, b);
      expect(evidence.champs.acheteur.niveau).toMatch(/^(nom_egal|siret_egal|siren_egal|nom_inclus)$/);
      expect(evidence.champs.date_limite.niveau).toMatch(/^(minute|heure|jour)$/);
      expect(decision).not.toBe('same');
    }
  });
});
