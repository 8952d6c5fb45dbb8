import { frenchDate, frenchInstant, frenchTime } from './french-date.js';
import { kept } from './cleaned.js';

const codeOf = (cleaned: { anomaly: { code: string } | null }) => cleaned.anomaly?.code ?? null;

test.each<[string, string, string | null]>([
  ['20 Déc. 2023 12:00', '2023-12-20', '12:00'],
  ['20 Déc. 2023', '2023-12-20', null],
  ['12 Avril 2033', '2033-04-12', null],
  ['20\n  Déc.\n 2023\n 12:00', '2023-12-20', '12:00'],
  ['18/11/26', '2026-11-18', null],
  ['18/11/26 16h00', '2026-11-18', '16:00'],
  ['18/11/2026 à 16h00', '2026-11-18', '16:00'],
  ['Le 18/11/2026 à 16 h', '2026-11-18', '16:00'],
  ['18.11.2026 - 16 heures 30', '2026-11-18', '16:30'],
  ['jeudi 1er octobre 2026 à 9h05', '2026-10-01', '09:05'],
  ['le 18-11-2026 avant midi', '2026-11-18', '12:00'],
  ['18 NOVEMBRE 2026, 24h00', '2026-11-18', '23:59'],
  ['2026-11-18 16:00', '2026-11-18', '16:00'],
  ['2026-11-18T16:00:00', '2026-11-18', '16:00'],
  ['Remise le 3 nov. 2026 à 17:30 (heure de Paris)', '2026-11-03', '17:30'],
  ['18\u00A0novembre\u00A02026\u00A016\u202Fh\u202F15', '2026-11-18', '16:15'],
])('reads %j', (written, jour, heure) => {
  expect(frenchDate(written)).toEqual(kept({ jour, heure }));
});

const SPELLINGS: readonly (readonly string[])[] = [
  ['janvier', 'janv.', 'Janv', 'jan.', 'JANVIER'],
  ['février', 'fevrier', 'Févr.', 'fév.', 'fev', 'FÉVRIER', 'FEVRIER'],
  ['mars', 'Mars', 'mar.', 'MARS'],
  ['avril', 'Avr.', 'avr', 'AVRIL'],
  ['mai', 'Mai', 'MAI'],
  ['juin', 'Juin', 'JUIN'],
  ['juillet', 'Juil.', 'juil', 'Jui.', 'JUILLET'],
  ['août', 'Aout', 'aou.', 'AOÛT'],
  ['septembre', 'Sept.', 'sep.', 'SEPTEMBRE'],
  ['octobre', 'Oct.', 'oct', 'OCTOBRE'],
  ['novembre', 'Nov.', 'nov', 'NOVEMBRE'],
  ['décembre', 'decembre', 'Déc.', 'dec', 'DÉC.', 'DÉCEMBRE'],
];

test.each(SPELLINGS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))(
  'knows the month %s',
  (name, month) => {
    const jour = `2026-${String(month).padStart(2, '0')}-07`;
    expect(frenchDate(`7 ${name} 2026`)).toEqual(kept({ jour, heure: null }));
    expect(frenchDate(`07 ${name.normalize('NFD')} 26 08:00`)).toEqual(kept({ jour, heure: '08:00' }));
  },
);

test.each([
  ['31/02/2026', 'date_illisible'],
  ['32 janvier 2026', 'date_illisible'],
  ['18/13/2026', 'date_illisible'],
  ['18/11/2026 à 25h00', 'date_illisible'],
  ['18/11/2026 à 12:75', 'date_illisible'],
  ['dans 30 jours', 'date_illisible'],
  ['12 brumaire 2026', 'date_illisible'],
  ['16h00', 'date_illisible'],
  ['18/11/0218', 'date_absurde'],
  ['18 novembre 5021', 'date_absurde'],
])('refuses %j', (written, code) => {
  expect(codeOf(frenchDate(written))).toBe(code);
  expect(frenchDate(written).value).toBeNull();
});

test('gives nothing for nothing, without anomaly', () => {
  for (const nothing of [null, undefined, '', ' ', 'NC', '-']) expect(frenchDate(nothing)).toEqual(kept(null));
  expect(codeOf(frenchDate(12))).toBe('date_illisible');
});

test('reads a time alone', () => {
  expect(frenchTime('16h00')).toEqual(kept('16:00'));
  expect(frenchTime(' 9 h ')).toEqual(kept('09:00'));
  expect(frenchTime('16:05')).toEqual(kept('16:05'));
  expect(frenchTime('')).toEqual(kept(null));
  expect(codeOf(frenchTime('le matin'))).toBe('date_illisible');
  expect(codeOf(frenchTime('25h'))).toBe('date_illisible');
});

test('gives the instant in Paris, the end of the day without a time', () => {
  expect(frenchInstant({ jour: '2026-07-14', heure: '16:00' })).toEqual(kept('2026-07-14T14:00:00Z'));
  expect(frenchInstant({ jour: '2026-12-14', heure: null })).toEqual(kept('2026-12-14T22:59:59Z'));
});
