import { amount } from './amount.js';
import { createCollector, firstCleaned, kept, refused } from './cleaned.js';
import { cpv } from './cpv.js';
import { calendarDate, endOfParisDay, instant, parisWallClock } from './date.js';
import { departement, departementOfNuts, departementOfPostcode } from './place.js';
import { isSiret, siret } from './siret.js';
import { line, text } from './text.js';
import { consultationKeys, httpUrl } from './url.js';

const codeOf = (cleaned: { anomaly: { code: string } | null }) => cleaned.anomaly?.code ?? null;

describe('dates', () => {
  test.each([
    ['2015-04-13T12:00:00+01:00', '2015-04-13T10:00:00Z'],
    ['2026-02-16T12:00:00.000+01:00', '2026-02-16T11:00:00Z'],
    ['2026-09-28T16:00:00', '2026-09-28T14:00:00Z'],
    ['2021-02-08 11:00:00', '2021-02-08T10:00:00Z'],
    ['2026-10-01', '2026-10-01T21:59:59Z'],
  ])('keeps the Paris wall clock of %s', (written, expected) => {
    expect(parisWallClock(written)).toEqual(kept(expected));
  });

  test('honours the offset of an instant, and takes one without offset as Paris time', () => {
    expect(instant('2026-10-02T12:00:00+02:00').value).toBe('2026-10-02T10:00:00Z');
    expect(instant('2026-10-02T12:00:00Z').value).toBe('2026-10-02T12:00:00Z');
    expect(instant('2026-12-02T12:00:00').value).toBe('2026-12-02T11:00:00Z');
  });

  test('reads days whatever follows them', () => {
    expect(calendarDate('2018-12-17+01:00').value).toBe('2018-12-17');
    expect(calendarDate('17/12/2018').value).toBe('2018-12-17');
    expect(calendarDate('2021-02-29').anomaly?.code).toBe('date_illisible');
    expect(endOfParisDay('2026-01-31')).toBe('2026-01-31T22:59:59Z');
  });

  test.each(['0218-01-01', '0002-11-30', '5021-02-18', '1899-12-31'])('refuses the absurd year of %s', (day) => {
    expect(codeOf(calendarDate(day))).toBe('date_absurde');
    expect(codeOf(parisWallClock(`${day}T12:00:00`))).toBe('date_absurde');
    expect(codeOf(instant(`${day}T12:00:00Z`))).toBe('date_absurde');
  });

  test.each(['September, 16 2021 00:00:00', 'dans 30 jours', '2026-13-01', '2026-02-30T10:00:00'])(
    'refuses %s',
    (written) => {
      expect(codeOf(parisWallClock(written))).toBe('date_illisible');
    },
  );

  test('gives nothing for nothing, without anomaly', () => {
    for (const nothing of [null, undefined, '', ' ', 'NC']) expect(parisWallClock(nothing)).toEqual(kept(null));
  });
});

describe('amounts', () => {
  test.each<[unknown, number]>([
    ['350000', 350_000],
    ['1750208.0', 1_750_208],
    ['1.750208E6', 1_750_208],
    ['1 892 000,50 € HT', 1_892_000.5],
    ['1\u202F892\u00A0000 euros', 1_892_000],
    ['1.892.000', 1_892_000],
    [123.456, 123.46],
    ['99999', 99_999],
  ])('reads %p', (raw, expected) => {
    expect(amount(raw)).toEqual(kept(expected));
  });

  test('takes zero as not given', () => {
    for (const zero of ['0', '0.00', 0, '', 'NC', null]) expect(amount(zero)).toEqual(kept(null));
  });

  test.each(['1', '0.5', '-3000', '999999', '999999999.99', '99999999999999', '100000000000'])(
    'refuses %s as absurd',
    (raw) => {
      expect(codeOf(amount(raw))).toBe('montant_absurde');
    },
  );

  test.each<[unknown]>([['1e9999'], ['environ 300'], ['350.000'], ['1e400'], [{}], [Number.NaN], [Infinity]])(
    'refuses %p as unreadable',
    (raw) => {
      expect(codeOf(amount(raw))).toBe('montant_illisible');
    },
  );
});

describe('SIRET', () => {
  test('accepts Luhn and, for La Poste, a sum divisible by 5', () => {
    expect(isSiret('21590368300013')).toBe(true);
    expect(isSiret('35600000000048')).toBe(true);
    expect(isSiret('35600000049837')).toBe(true);
    expect(isSiret('21590368300014')).toBe(false);
    expect(isSiret('00000000000000')).toBe(false);
  });

  test('drops spaces, dots and a label', () => {
    for (const raw of ['215 903 683 00013', '215.903.683.00013', 'SIRET 21590368300013', 'N° SIRET : 21590368300013']) {
      expect(siret(raw)).toEqual(kept('21590368300013'));
    }
  });

  test.each([
    ['21590368300014', 'siret_luhn'],
    ['215903683', 'siret_siren_seul'],
    ['652 750 100 000 66', 'siret_luhn'],
    ['2159036830001', 'siret_longueur'],
    ['FR12215903683', 'siret_illisible'],
    ['EPF PACA', 'siret_illisible'],
    ['00000000000000', 'siret_illisible'],
  ])('refuses %s', (raw, code) => {
    expect(codeOf(siret(raw))).toBe(code);
  });
});

describe('CPV', () => {
  test('drops the check digit and a label, restores a lost zero', () => {
    expect(cpv('45432111-5 : Travaux de pose').value).toBe('45432111');
    expect(cpv('45432111').value).toBe('45432111');
    expect(cpv('3111000-2').value).toBe('03111000');
    expect(cpv(3111000).value).toBe('03111000');
  });

  test('refuses unknown codes and what is no code', () => {
    expect(codeOf(cpv('45432119'))).toBe('cpv_inconnu');
    expect(codeOf(cpv('4543'))).toBe('cpv_illisible');
    expect(codeOf(cpv('454321111'))).toBe('cpv_illisible');
    expect(cpv('')).toEqual(kept(null));
  });
});

describe('places', () => {
  test.each([
    ['2', '02'],
    ['8', '08'],
    ['20A', '2A'],
    ['20B', '2B'],
    ['2a', '2A'],
    ['006', '06'],
    ['DPT07', '07'],
    ['974', '974'],
    ['59110', '59'],
    ['1000', '01'],
  ])('reads the department %s', (raw, code) => {
    expect(departement(raw)).toEqual(kept(code));
  });

  test('takes 00 as none and refuses what is no department', () => {
    expect(departement('00')).toEqual(kept(null));
    for (const raw of ['20', '96', 'FR', 'INO', '99']) expect(codeOf(departement(raw))).toBe('departement_inconnu');
  });

  test.each([
    ['20000', '2A'],
    ['20137', '2A'],
    ['20200', '2B'],
    ['20600', '2B'],
    ['97100', '971'],
    ['97133', '977'],
    ['97150', '978'],
    ['97838', '974'],
    ['97744', '974'],
    ['97098', '977'],
    ['97054', '978'],
    ['97 165', '971'],
    ['97500', '975'],
    ['98800', '988'],
    ['2B033', '2B'],
    ['98000', null],
    ['00100', null],
    ['x', null],
  ])('gives the department of postcode %s', (cp, code) => {
    expect(departementOfPostcode(cp)).toBe(code);
  });

  test('knows NUTS codes of before and after 2016, and regions of one department', () => {
    expect(departementOfNuts('FR422')).toBe('68');
    expect(departementOfNuts('FRF12')).toBe('68');
    expect(departementOfNuts('FRY40')).toBe('974');
    expect(departementOfNuts('FRY4')).toBe('974');
    expect(departementOfNuts('FR10')).toBeNull();
    expect(departementOfNuts('FR')).toBeNull();
    expect(departementOfNuts('DE111')).toBeNull();
  });
});

describe('texts', () => {
  test('decodes entities, even escaped twice, and mends Windows-1252 remains', () => {
    expect(text('L&#039;ABRI &amp;amp; Cie')).toBe("L'ABRI & Cie");
    expect(text('l\u0092eau')).toBe('l’eau');
    expect(text('CapaciteÌ\u0081s francÌ\u00A7aises')).toBe('Capacités françaises');
    expect(text('e\u0301te\u0301')).toBe('été');
    expect(text('d\uFFFDentretien')).toBe('d\uFFFDentretien');
    expect(text('http://a.fr/?a=1&copy=2')).toBe('http://a.fr/?a=1&copy=2');
  });

  test('evens out white space, drops tags and control characters, keeps line ends', () => {
    expect(text('  un \u00A0 deux\r\n\r\n\r\n trois\u0000 ')).toBe('un deux\n\ntrois');
    expect(text('<p>un<br/>deux</p> a < b')).toBe('un\ndeux\na < b');
    expect(text('\uD800x')).toBe('\uFFFDx');
    expect(line('un\ndeux')).toBe('un deux');
  });

  test.each(['NC', 'None', '<NA>', '--None--', 'CDL', 'CF_NIV_SUIV', '-', '.', ''])('takes %s as no value', (raw) => {
    expect(text(raw)).toBeNull();
  });

  test('takes only texts and numbers', () => {
    expect(text(12)).toBe('12');
    expect(text({ a: 1 })).toBeNull();
    expect(text(['a'])).toBeNull();
  });
});

describe('addresses', () => {
  test('keeps http(s) only', () => {
    expect(httpUrl(':https://a.fr/x?a=1&amp;b=2').value).toBe('https://a.fr/x?a=1&b=2');
    expect(httpUrl('www.achatpublic.com').value).toBe('http://www.achatpublic.com');
    for (const raw of [
      'javascript:alert(1)',
      'achats@ville.fr',
      'http://localhost/',
      'https://u:p@a.fr/',
      'voir le site',
      'http://',
    ]) {
      expect(codeOf(httpUrl(raw))).toBe('url_illisible');
    }
  });

  test.each([
    [
      'https://marchespublics596280.fr/entreprise/consultation/581998?orgAcronyme=50368',
      'marchespublics596280.fr|581998',
    ],
    [
      'https://www.marches-publics.gouv.fr/?page=entreprise.EntrepriseAdvancedSearch&amp;AllCons&amp;id=12&amp;orgAcronyme=x',
      'marches-publics.gouv.fr|12',
    ],
    [
      'http://a.fr/index.php?page=entreprise.EntrepriseAdvancedSearch&AllCons&refConsultation=34&orgAcronyme=b',
      'a.fr|34',
    ],
    [
      'https://www.achatpublic.com/sdm/ent/gen/ent_detail.do?PCSLID=CSL_2026_eZ4BURtQCS',
      'achatpublic.com|csl_2026_ez4burtqcs',
    ],
    [
      'https://www.achatpublic.com/sdm/ent2/gen/fichecsl.action?Pcslid=Csl_2016_71-rcabzal',
      'achatpublic.com|csl_2016_71-rcabzal',
    ],
    [
      'https://epdahaa.e-marchespublics.com/pack/annonce_marche_public_13770_999192.html',
      'e-marchespublics.com|999192',
    ],
    [
      'https://www.e-marchespublics.com/appel-offre/pays-de-la-loire/mayenne/laval/952195/28512',
      'e-marchespublics.com|952195',
    ],
    [
      'https://www.marches-securises.fr/entreprise/?module=consultation|details&amp;cle_dce=dAoB-1x&amp;version=QR',
      'marches-securises.fr|daob-1x',
    ],
    ['https://www.marches-securises.fr/entreprise/?module=consultation|31415', 'marches-securises.fr|31415'],
    [
      'https://www.marches-publics.info/mpiaws/index.cfm?fuseaction=dematEnt.login&amp;type=DCE&amp;IDM=1865670',
      'marches-publics.info|1865670',
    ],
    ['https://www.xmarches.fr/entreprise/detailConsultation.php?key=16274', 'xmarches.fr|16274'],
  ])('finds the consultation of %s', (address, key) => {
    expect(consultationKeys(`Voir ${address} et ${address}`)).toEqual([key]);
  });

  test('finds nothing in a home page', () => {
    expect(consultationKeys('https://www.achatpublic.com https://a.fr/?key=1234')).toEqual([]);
  });
});

test('a collector notes what is refused under the field it is refused for, at most 200 characters', () => {
  const collector = createCollector();
  expect(collector.keep('budget', amount('999999'))).toBeNull();
  expect(collector.keep('cpv', cpv('45432111'))).toBe('45432111');
  expect(collector.keep('acheteur.siret', siret('\0'.repeat(5) + 'x'.repeat(300)))).toBeNull();
  expect(collector.anomalies).toEqual([
    { champ: 'budget', code: 'montant_absurde', brut: '999999' },
    { champ: 'acheteur.siret', code: 'siret_illisible', brut: 'x'.repeat(200) },
  ]);
});

test('the first rule with a value wins, else the first anomaly is kept', () => {
  expect(
    firstCleaned(
      () => refused('date_illisible', 'a'),
      () => kept(1),
    ),
  ).toEqual(kept(1));
  expect(
    codeOf(
      firstCleaned(
        () => refused('date_illisible', 'a'),
        () => refused('date_absurde', 'b'),
      ),
    ),
  ).toBe('date_illisible');
});
