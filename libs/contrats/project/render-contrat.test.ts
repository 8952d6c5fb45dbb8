import { executedIn, titulaire, unContrat } from '../testing/contrats.js';
import { directoryOf } from './directory.js';
import { renderContrat } from './render-contrat.js';

const A = '55210055400013';
const B = '35600000000048';
const unite = (siren: string, parts = {}) => ({
  siren,
  nom: `NOM ${siren}`,
  categorie: 'ETI' as const,
  categorie_juridique: null,
  siege: null,
  diffusible: true,
  ...parts,
});
const etablissement = (siret: string, parts = {}) => ({
  siret,
  commune: null,
  code_postal: null,
  departement: '69',
  diffusible: true,
  ...parts,
});
const nobody = directoryOf([], [], []);

it('renders every field of the contract', () => {
  const facts = unContrat({
    objet: 'Réfection de la voirie',
    acheteur: { siret: A, nom: 'Mairie' },
    titulaires: [titulaire(B, 'Du registre')],
    montant: 12_345.67,
    cpv: '45233140',
    date_notification: '2025-01-31',
    duree_mois: 13,
    lieu_execution: { code: '75056', type_code: 'Code commune', nom: 'Paris', departement: '75' },
    offres_recues: 4,
    forme_prix: 'revisable',
    sous_traitance_declaree: true,
    considerations: { sociales: ['Clause sociale'], environnementales: [] },
    marche_innovant: false,
  });
  const directory = directoryOf([unite('552100554'), unite('356000000')], [etablissement(A), etablissement(B)], []);
  const { item, ...columns } = renderContrat('U1', facts, directory);
  expect(JSON.parse(item)).toEqual({
    uid: 'U1',
    objet: 'Réfection de la voirie',
    acheteur: { siret: A, nom: 'NOM 552100554', departement: '69' },
    titulaire: { siret: B, nom: 'NOM 356000000', departement: '69', categorie: 'ETI' },
    cotitulaires: [],
    non_diffusible: false,
    montant: 12_345.67,
    cpv: '45233140',
    nature: 'Marché',
    procedure: 'Procédure adaptée',
    date_notification: '2025-01-31',
    duree_mois: 13,
    fin_estimee: { date: '2026-02-28', estimation: true },
    lieu_execution: { code: '75056', type_code: 'Code commune', nom: 'Paris', departement: '75' },
    offres_recues: 4,
    forme_prix: 'revisable',
    sous_traitance_declaree: true,
    considerations: { sociales: ['Clause sociale'], environnementales: [] },
    marche_innovant: false,
  });
  expect(columns).toEqual({
    uid: 'U1',
    jour: '2025-01-31',
    departement: '75',
    cpv: '45233140',
    acheteur_siret: A,
    montant: 12_345.67,
    fin: '2026-02-28',
    titulaires: [{ rang: 0, siren: '356000000', siret: B, premier: true }],
    recherche: 'Réfection de la voirie',
  });
});

it('gives null for what a contract does not say', () => {
  const { item } = renderContrat('U1', unContrat({ objet: null, nature: null, procedure: null }), nobody);
  expect(JSON.parse(item)).toEqual({
    uid: 'U1',
    objet: null,
    acheteur: { siret: null, nom: null, departement: null },
    titulaire: null,
    cotitulaires: [],
    non_diffusible: false,
    montant: null,
    cpv: null,
    nature: null,
    procedure: null,
    date_notification: null,
    duree_mois: null,
    fin_estimee: null,
    lieu_execution: null,
    offres_recues: null,
    forme_prix: null,
    sous_traitance_declaree: null,
    considerations: { sociales: null, environnementales: null },
    marche_innovant: null,
  });
});

it('serves a holder that SIRENE does not know as its register names it', () => {
  const { item, titulaires } = renderContrat('U1', unContrat({ titulaires: [titulaire(B, 'Ets Martin')] }), nobody);
  expect(JSON.parse(item)).toMatchObject({
    titulaire: { siret: B, nom: 'Ets Martin', departement: null, categorie: null },
  });
  expect(titulaires).toHaveLength(1);
});

describe('a holder that may not be disclosed', () => {
  const facts = unContrat({ titulaires: [titulaire(A, 'Jeanne Secret'), titulaire(B, 'La Poste')] });
  const hidden = directoryOf([unite('552100554', { nom: null, categorie: null, diffusible: false })], [], []);

  it('has neither number nor name, nor a row for the filters', () => {
    const row = renderContrat('U1', facts, hidden);
    expect(JSON.parse(row.item)).toMatchObject({
      titulaire: { siret: null, nom: null, departement: null, categorie: null },
      non_diffusible: true,
      cotitulaires: [{ siret: B, nom: 'La Poste', non_diffusible: false }],
    });
    expect(row.titulaires).toEqual([{ rang: 1, siren: '356000000', siret: B, premier: true }]);
    expect(JSON.stringify(row)).not.toMatch(/Secret|552100554/);
  });

  it('is hidden among the others too, and for its establishment alone', () => {
    const other = unContrat({ titulaires: [titulaire(B), titulaire(A, 'Jeanne Secret')] });
    const directory = directoryOf([unite('552100554')], [etablissement(A, { diffusible: false })], []);
    const row = renderContrat('U1', other, directory);
    expect(JSON.parse(row.item)).toMatchObject({
      non_diffusible: false,
      cotitulaires: [{ siret: null, nom: null, departement: null, categorie: null, non_diffusible: true }],
    });
    expect(JSON.stringify(row)).not.toMatch(/Secret|552100554/);
  });

  it('is hidden under its SIREN alone', () => {
    const row = renderContrat('U1', unContrat({ titulaires: [titulaire('552100554', 'Jeanne Secret')] }), hidden);
    expect(JSON.stringify(row)).not.toMatch(/Secret|552100554/);
  });

  it('is hidden as a buyer, unless it is a body of public law', () => {
    const bought = unContrat({ acheteur: { siret: A, nom: 'Jeanne Secret' } });
    const row = renderContrat('U1', bought, hidden);
    expect(JSON.parse(row.item)).toMatchObject({ acheteur: { siret: null, nom: null, departement: null } });
    expect(row.acheteur_siret).toBeNull();
    const regiment = directoryOf(
      [unite('552100554', { categorie_juridique: '7150' })],
      [etablissement(A, { departement: null, diffusible: false })],
      [],
    );
    expect(JSON.parse(renderContrat('U1', bought, regiment).item)).toMatchObject({
      acheteur: { siret: A, nom: 'NOM 552100554' },
    });
  });
});

it('names a buyer by SIRENE, else by the register of buyers, else by the contract', () => {
  const facts = unContrat({ acheteur: { siret: A, nom: 'du contrat' } });
  const named = (directory: Parameters<typeof renderContrat>[2]) =>
    (JSON.parse(renderContrat('U1', facts, directory).item) as { acheteur: unknown }).acheteur;
  const inscrit = { siret: A, nom: 'du registre', departement: '38' };
  expect(named(nobody)).toEqual({ siret: A, nom: 'du contrat', departement: null });
  expect(named(directoryOf([], [], [inscrit]))).toEqual({ siret: A, nom: 'du registre', departement: '38' });
  expect(named(directoryOf([unite('552100554')], [etablissement(A)], [inscrit]))).toEqual({
    siret: A,
    nom: 'NOM 552100554',
    departement: '69',
  });
});

it('finds each establishment once, and each company by its first', () => {
  const facts = unContrat({
    lieu_execution: executedIn('2A'),
    titulaires: [titulaire(A), titulaire(B), titulaire('55210055400021'), titulaire(A), titulaire('552100554')],
  });
  expect(renderContrat('U1', facts, nobody).titulaires).toEqual([
    { rang: 0, siren: '552100554', siret: A, premier: true },
    { rang: 1, siren: '356000000', siret: B, premier: true },
    { rang: 2, siren: '552100554', siret: '55210055400021', premier: false },
    { rang: 4, siren: '552100554', siret: null, premier: false },
  ]);
});

it('keeps what PostgreSQL refuses in text out of the words', () => {
  expect(renderContrat('U1', unContrat({ objet: 'a\0b' }), nobody).recherche).toBe('a b');
});
