import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { CONTRATS_SCHEMAS } from '#contract/schemas/contrats-schemas';
import type { Contrat } from '../contrat.js';
import { executedIn, titulaire, unContrat } from '../testing/contrats.js';
import { type ContratsWorld, createContratsWorld } from '../testing/contrats-world.js';

/** What the worker renders is what the document says: full, empty, hidden, foreign, under a SIREN alone. */
const A1 = '55210055400013';
const B1 = '35600000000048';
const MAIRIE = '21690123100011';
const FULL: Contrat = {
  objet: 'Réfection de la voirie',
  acheteur: { siret: MAIRIE, nom: 'Mairie' },
  titulaires: [titulaire(A1, 'Ateliers'), titulaire(B1), { siret: null, siren: null, nom: 'Firma GmbH' }],
  montant: 1_250_000.5,
  cpv: '45233140',
  nature: 'Marché',
  procedure: 'Procédure adaptée',
  date_notification: '2025-08-31',
  duree_mois: 18,
  lieu_execution: executedIn('69'),
  offres_recues: 3,
  forme_prix: 'autre',
  sous_traitance_declaree: true,
  considerations: { sociales: ['Clause sociale'], environnementales: [] },
  marche_innovant: false,
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormatsModule as unknown as (of: Ajv2020) => void)(ajv);
ajv.addSchema({ components: { schemas: CONTRATS_SCHEMAS } }, 'document');

let world: ContratsWorld;
beforeAll(async () => {
  world = await createContratsWorld();
  await world.store('full', FULL);
  await world.store('empty', unContrat({ objet: null, nature: null, procedure: null }));
  await world.store(
    'siren',
    unContrat({ titulaires: [titulaire('444444442')], acheteur: { siret: MAIRIE, nom: null } }),
  );
  await world.store('hidden', unContrat({ titulaires: [titulaire('33333333400012', 'Secret')], montant: 12 }));
  await world.unite({ siren: '333333334', diffusible: false });
  await world.unite({
    siren: A1.slice(0, 9),
    nom: 'ATELIERS',
    categorie: 'GE',
    categorie_juridique: '5710',
    siege: A1,
  });
  await world.etablissement({ siret: A1, commune: 'LE MANS', code_postal: '72000', departement: '72' });
  await world.unite({ siren: MAIRIE.slice(0, 9), nom: 'COMMUNE', categorie_juridique: '7210' });
  await world.inscrit('23690001100017', 'Région', '69');
  await world.recalculate();
});
afterAll(() => world.close());

/** How many rows of each there are, so that none is passed over. */
it.each([
  ['Contrat', 'select item::json as served from read.contrat', 4],
  ['Prestataire', 'select item::json as served from read.prestataire', 3],
  ['PrestataireDetail', 'select detail::json as served from read.prestataire', 3],
  ['Acheteur', `select detail::jsonb || '{"avis_ouverts": 0}' as served from read.acheteur`, 2],
])('%s is as the document declares it', async (schema, sql, count) => {
  const { rows } = await world.database.pool.query<{ served: Record<string, unknown> }>(sql);
  expect(rows).toHaveLength(count);
  const declared = CONTRATS_SCHEMAS[schema] as { properties: object };
  const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
  for (const { served } of rows) {
    void validate?.(served);
    expect({ served, errors: validate?.errors }).toEqual({ served, errors: null });
    expect(Object.keys(served).sort()).toEqual(Object.keys(declared.properties).sort());
  }
});
