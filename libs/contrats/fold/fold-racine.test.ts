import { declared, MARKET_2019, MARKET_2022 } from '../decp/testing/records.js';
import { readRecord } from '../decp/read-record.js';
import type { Registre } from '../registres.js';
import { type FoldedContrat, foldRacine } from './fold-racine.js';

const RACINE = declared(MARKET_2019).racine;
const OVIVE = { typeIdentifiant: 'SIRET', id: '42399908500057', denominationSociale: 'OVIVE' };
const NORENVERT = { typeIdentifiant: 'SIRET', id: '48242583200011', denominationSociale: 'NORENVERT' };

type Change = Record<string, unknown> & { registre?: Registre };

/** Folds records that are `MARKET_2019` but for a change, in the order of their arrival. */
function folded(...changes: Change[]): FoldedContrat[] {
  return foldRacine(
    RACINE,
    changes.map(({ registre = 'decp_minef', ...change }, index) => {
      const read = readRecord(registre, { ...MARKET_2019, ...change });
      if (!read.ok) throw new Error(read.reason);
      return { id: String(index + 1), declaration: read.declaration };
    }),
  );
}

const theOnly = (contracts: FoldedContrat[]) => {
  expect(contracts).toHaveLength(1);
  return contracts[0]!.contrat;
};
const declarationsOf = (contracts: FoldedContrat[]) => contracts.map(({ declarations }) => declarations.join(' '));
const uidsOf = (contracts: FoldedContrat[]) => contracts.map(({ uid }) => uid);

describe('modifications', () => {
  test('are laid over the initial data in their order; an absent field is unchanged', () => {
    const contrat = theOnly(
      folded({
        modifications: [
          { id: 2, dateNotificationModification: '2020-02-01', montant: 150000, titulaires: [NORENVERT] },
          { id: 1, dateNotificationModification: '2020-01-01', montant: 130000, dureeMois: 60 },
        ],
      }),
    );
    expect(contrat).toMatchObject({ montant: 150000, duree_mois: 60, titulaires: [{ nom: 'NORENVERT' }] });
    expect(contrat).toMatchObject({ objet: MARKET_2019.objet, date_notification: '2018-01-20' });
  });

  test('without a day of notification (AIFE) go by their publication', () => {
    const modifications = [
      { datePublicationDonneesModification: '2018-12-01', montant: 2000 },
      { datePublicationDonneesModification: '2018-11-01', montant: 3000 },
    ];
    expect(theOnly(folded({ modifications })).montant).toBe(2000);
  });

  test('a placeholder leaves the amount, an absurd one makes it unknown', () => {
    expect(theOnly(folded({ modifications: [{ id: 1, montant: 0 }] })).montant).toBe(MARKET_2019.montant);
    expect(theOnly(folded({ modifications: [{ id: 1, montant: 99999999 }] })).montant).toBeNull();
  });
});

describe('states of one contract', () => {
  test('of the numbers 00, 01 and 02 the highest says what it is, in whatever order they arrive', () => {
    const states = [
      {
        id: '2018MC1804602',
        modifications: [
          { id: 1, montant: 130000 },
          { id: 2, montant: 140000 },
        ],
      },
      { id: '2018MC1804600' },
      { id: '2018MC1804601', modifications: [{ id: 1, montant: 130000 }] },
    ];
    for (const order of [states, [...states].reverse()]) {
      const contracts = folded(...order);
      expect(theOnly(contracts).montant).toBe(140000);
      expect(uidsOf(contracts)).toEqual([RACINE]);
    }
  });

  test('sent again by PES under the next number without any change are one contract', () => {
    const states = ['00', '01', '02', '03'].map((end) => ({
      id: `2018MC18046${end}`,
      registre: 'pes_marche' as const,
    }));
    theOnly(folded(...states));
  });

  test('published again later, the later one counts', () => {
    const late = { datePublicationDonnees: '2019-03-01', montant: 121000 };
    expect(theOnly(folded(late, { datePublicationDonnees: '2019-02-01' })).montant).toBe(121000);
    expect(theOnly(folded({ datePublicationDonnees: null }, late)).montant).toBe(121000);
  });

  test('the publication of a modification counts as one', () => {
    const modified = { modifications: [{ datePublicationDonneesModification: '2019-06-01', montant: 130000 }] };
    expect(theOnly(folded(modified, { datePublicationDonnees: '2019-03-01' })).montant).toBe(130000);
  });

  test('with a title written otherwise', () => {
    theOnly(
      folded(
        {},
        { objet: 'TRAITEMENT DES LIXIVIATS ISSUS DE LA D\uFFFDCHARGE DE SAINT ANTOINE', datePublicationDonnees: null },
      ),
    );
    theOnly(folded({}, { objet: 'MC18046 - Traitement des lixiviats issus de la décharge de Saint Antoine (20)' }));
    theOnly(folded({}, { objet: 'Traitement des lixivats isus de la décharge de St Antoine' }));
  });

  test('a holder replaced by a modification is a holder', () => {
    const changed = { modifications: [{ id: 1, titulaires: [NORENVERT] }] };
    const contracts = folded({}, changed, { titulaires: [NORENVERT], datePublicationDonnees: '2020-01-01' });
    expect(theOnly(contracts).titulaires).toMatchObject([{ nom: 'NORENVERT' }]);
  });

  test('another establishment of the holder is the holder', () => {
    theOnly(folded({}, { titulaires: [{ ...OVIVE, id: '42399908500016' }] }));
  });
});

describe('registers', () => {
  test('the latest publication counts', () => {
    const later = { registre: 'decp_minef' as const, datePublicationDonnees: '2019-02-11', dureeMois: 36 };
    expect(theOnly(folded(later, { registre: 'pes_marche' })).duree_mois).toBe(36);
  });

  test('between equals the producer, not the consolidation, whichever came first', () => {
    const [minef, pes] = [{ dureeMois: 36 }, { registre: 'pes_marche' as const, dureeMois: 24 }];
    expect(theOnly(folded(minef, pes)).duree_mois).toBe(24);
    expect(theOnly(folded(pes, minef)).duree_mois).toBe(24);
  });

  test('another amount and title of the same day and CPV are the same contract', () => {
    theOnly(
      folded(
        { registre: 'pes_marche', objet: "SJDB PRESTATIONS D'ENTRETIEN DES ESPACES PUBLICS", montant: 220000 },
        { objet: 'Prestations de service de qualification', montant: 55000 },
      ),
    );
  });

  test('format 2022 takes the names that format 2019 gave', () => {
    const later = {
      acheteur: { id: MARKET_2019.acheteur.id },
      titulaires: [{ titulaire: { typeIdentifiant: 'SIRET', id: OVIVE.id } }],
      datePublicationDonnees: '2024-01-01',
      offresRecues: 3,
    };
    const contrat = theOnly(folded({}, later));
    expect(contrat).toMatchObject({
      offres_recues: 3,
      acheteur: { nom: MARKET_2019.acheteur.nom },
      titulaires: [{ nom: 'OVIVE' }],
    });
  });
});

describe('numbers used again', () => {
  test('by another holder: another contract, which adds its CPV to the number, then its rank', () => {
    const contracts = folded(
      {},
      { titulaires: [NORENVERT], codeCPV: '77211500' },
      { titulaires: [{ ...NORENVERT, id: '50327243700032' }], codeCPV: '77211500' },
      { titulaires: [{ ...NORENVERT, id: '35600000000048' }], codeCPV: null },
    );
    expect(uidsOf(contracts)).toEqual([RACINE, `${RACINE}__77211500`, `${RACINE}__3`, `${RACINE}__4`]);
  });

  test('for another object: another contract', () => {
    const contracts = folded({}, { objet: 'Fournitures de bureau' });
    expect(declarationsOf(contracts)).toEqual(['1', '2']);
  });

  test('for lots of one title that a platform numbers where the modification should stand', () => {
    const lots = [
      { id: '2018MC1804601', montant: 1000 },
      { id: '2018MC1804602', montant: 2000 },
    ];
    expect(declarationsOf(folded(...lots))).toEqual(['1', '2']);
  });

  test('for lots of one day and one amount', () => {
    const lots = [{ objet: 'Gardiennage lot 1' }, { objet: 'Gardiennage lot 2' }];
    expect(declarationsOf(folded(...lots))).toEqual(['1', '2']);
  });

  test('for the same a year later', () => {
    const years = [{}, { dateNotification: '2019-01-20', montant: 125000 }];
    expect(declarationsOf(folded(...years))).toEqual(['1', '2']);
  });

  test('by another buyer', () => {
    const other = declared({ ...MARKET_2019, acheteur: { ...MARKET_2022.acheteur, nom: 'Lambersart' } });
    const contracts = foldRacine(RACINE, [
      { id: '1', declaration: declared(MARKET_2019) },
      { id: '2', declaration: other },
    ]);
    expect(declarationsOf(contracts)).toEqual(['1', '2']);
  });

  test('the ids of declarations count as numbers', () => {
    const [older, newer] = [{ titulaires: [OVIVE] }, { titulaires: [NORENVERT] }].map((change) =>
      declared({ ...MARKET_2019, ...change }),
    );
    const contracts = foldRacine(RACINE, [
      { id: '10', declaration: newer! },
      { id: '9', declaration: older! },
    ]);
    expect(contracts.map(({ contrat }) => contrat.titulaires[0]?.nom)).toEqual(['OVIVE', 'NORENVERT']);
  });
});
