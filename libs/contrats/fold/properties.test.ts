import fc from 'fast-check';
import { readRecord } from '../decp/read-record.js';
import { MARKET_2019 } from '../decp/testing/records.js';
import { REGISTRES } from '../registres.js';
import type { ArchivedDeclaration } from './archived-declaration.js';
import { type FoldedContrat, foldRacine } from './fold-racine.js';

const RACINE = '242010056000732018MC18046';

const holder = fc.constantFrom('42399908500057', '48242583200011', '50327243700032', '42399908500016', 'CHE-1');
const day = fc.constantFrom('2018-01-20', '2018-02-01', '2019-01-20', null);
const change = fc.record(
  {
    id: fc.constantFrom('2018MC1804600', '2018MC1804601', '2018MC1804602'),
    objet: fc.constantFrom('Gardiennage lot 1', 'Gardiennage, lot 1', 'Gardiennage lot 2', 'GARDIENNAGE', null),
    montant: fc.constantFrom(1000, 2000, 0, null),
    codeCPV: fc.constantFrom('90513500', '77211500', null),
    dateNotification: day,
    datePublicationDonnees: day,
    titulaires: fc.array(
      holder.map((id) => ({ typeIdentifiant: 'SIRET', id })),
      { maxLength: 3 },
    ),
    modifications: fc.array(
      fc.record({ id: fc.nat(3), montant: fc.constantFrom(1, 3000), dateNotificationModification: day }),
      {
        maxLength: 2,
      },
    ),
  },
  { requiredKeys: [] },
);

/** What arrives of one number, as the archive numbers it. */
const arrivals = fc
  .array(fc.tuple(fc.constantFrom(...REGISTRES), change), { minLength: 1, maxLength: 15 })
  .map((list) =>
    list.map(([registre, fields], index): ArchivedDeclaration => {
      const read = readRecord(registre, { ...MARKET_2019, ...fields });
      if (!read.ok) throw new Error(read.reason);
      return { id: String(index + 1), declaration: read.declaration };
    }),
  );

const placesOf = (contracts: FoldedContrat[]) =>
  new Map(contracts.flatMap(({ uid, declarations }) => declarations.map((id) => [id, uid] as const)));

test('contracts are a function of the declarations and their ids, not of the order in which they are read', () => {
  fc.assert(
    fc.property(
      arrivals.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        expect(foldRacine(RACINE, shuffled)).toEqual(foldRacine(RACINE, list));
      },
    ),
  );
});

test('uids are for life: what arrives later moves no declaration and changes no uid', () => {
  fc.assert(
    fc.property(arrivals, (list) => {
      const places = placesOf(foldRacine(RACINE, list));
      for (let length = 1; length < list.length; length += 1) {
        for (const [id, uid] of placesOf(foldRacine(RACINE, list.slice(0, length)))) expect(places.get(id)).toBe(uid);
      }
    }),
  );
});

test('every declaration speaks of exactly one contract, and no two contracts share a uid', () => {
  fc.assert(
    fc.property(arrivals, (list) => {
      const contracts = foldRacine(RACINE, list);
      const ids = contracts.flatMap(({ declarations }) => declarations);
      expect([...ids].sort()).toEqual(list.map(({ id }) => id).sort());
      expect(new Set(contracts.map(({ uid }) => uid)).size).toBe(contracts.length);
    }),
  );
});

test('importing everything again changes no contract', () => {
  fc.assert(
    fc.property(arrivals, (list) => {
      const again = list.map(({ declaration }, index) => ({ id: String(list.length + index + 1), declaration }));
      const once = foldRacine(RACINE, list).map(({ uid, contrat }) => ({ uid, contrat }));
      const twice = foldRacine(RACINE, [...list, ...again]).map(({ uid, contrat }) => ({ uid, contrat }));
      expect(twice).toEqual(once);
    }),
  );
});

test('no racine is the uid of another contract', () => {
  const number = fc.string({ unit: fc.constantFrom('_', '.', '/', ' ', '2', '90513500'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(number, (id) => {
      const read = readRecord('decp_minef', { ...MARKET_2019, id: `a${id}` });
      expect(read.ok ? read.declaration.racine : '').not.toContain('__');
    }),
  );
});

test('a number that a whole register uses is folded in linear time', () => {
  const declarations = Array.from({ length: 5_000 }, (_, index): ArchivedDeclaration => {
    const titulaires = [{ typeIdentifiant: 'HORS-UE', id: `x${index}`, denominationSociale: `Titulaire ${index}` }];
    const change = { titulaires, objet: `Objet ${index}`, dateNotification: '2024-01-01' };
    const read = readRecord('decp_minef', { ...MARKET_2019, ...change });
    if (!read.ok) throw new Error(read.reason);
    return { id: String(index + 1), declaration: read.declaration };
  });
  expect(foldRacine(RACINE, declarations)).toHaveLength(5_000);
});
