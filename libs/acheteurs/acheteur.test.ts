import fc from 'fast-check';
import { foldAcheteur, type Mention } from './acheteur.js';
import { nameKey } from './name-key.js';
import { siretOf } from './testing/sirets.js';

const SIRET = siretOf(21_350_016);
const mention = (nom: string | null, departement: string | null, nombre = 1): Mention => ({
  nom,
  cle: nameKey(nom),
  departement,
  nombre,
});

test('names and departments seen, the most published first; the department is the one most published', () => {
  expect(
    foldAcheteur(SIRET, [
      mention('Mairie de Saint-Aubin', '35'),
      mention('Commune de Saint-Aubin', '22', 2),
      mention('Commune de Saint-Aubin', '35', 3),
      mention('COMMUNE', null, 4),
    ]),
  ).toEqual({
    siret: SIRET,
    noms: [
      { nom: 'Commune de Saint-Aubin', cle: 'commune||saintaubin', nombre: 5 },
      { nom: 'COMMUNE', cle: null, nombre: 4 },
      { nom: 'Mairie de Saint-Aubin', cle: 'commune||saintaubin', nombre: 1 },
    ],
    departement: '35',
    departements: { '35': 4, '22': 2 },
    partage: false,
  });
  expect(foldAcheteur(SIRET, [mention('Commune de Saint-Aubin', null)])?.departement).toBeNull();
});

test.each(['', '2135001660001', '21350016600010', '00000000000000', 'SIRET', `${SIRET} `])(
  'the invalid SIRET %j makes no record',
  (siret) => expect(foldAcheteur(siret, [mention('Commune de Saint-Aubin', '35')])).toBeNull(),
);

test('the sites of La Poste have a rule of their own', () => {
  expect(foldAcheteur('35600000000048', [mention('La Poste', '75')])).not.toBeNull();
});

test('a SIRET under which buyers publish that have nothing in common is shared; services of one buyer are not', () => {
  const names = (noms: string[]) =>
    foldAcheteur(
      SIRET,
      noms.map((nom) => mention(nom, '75')),
    )?.partage;
  expect(names(['SCA/PFAF SO', 'Préfecture de Martinique', 'DIR Ouest', 'Affaires étrangères'])).toBe(true);
  expect(names(['Ville de Paris', 'Paris voirie', 'Paris Musées', 'Paris petite enfance', 'Musées de France'])).toBe(
    false,
  );
  expect(names(['Cap Atlantique', 'CA de la presqu’île'])).toBe(false);
});

test('the order of mentions does not matter', () => {
  const one = fc.record({
    nom: fc.constantFrom(null, 'COMMUNE', 'Commune de Carros', 'Mairie de CARROS', 'SDIS 06', 'Nice', 'Épinal'),
    departement: fc.constantFrom(null, '06', '83', '2A'),
    nombre: fc.integer({ min: 1, max: 3 }),
  });
  const mentions = fc.array(one.map(({ nom, departement, nombre }) => mention(nom, departement, nombre)));
  fc.assert(
    fc.property(
      mentions.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, shuffled]) =>
        expect(JSON.stringify(foldAcheteur(SIRET, shuffled))).toBe(JSON.stringify(foldAcheteur(SIRET, some))),
    ),
  );
});
