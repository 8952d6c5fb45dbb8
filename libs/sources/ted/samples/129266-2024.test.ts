import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTed } from '../normalise.js';

publicationSample(
  { normalise: normaliseTed, format: 'eforms-xml' },
  'ted_eforms/2024-OJS044-00129266.xml',
  'design contest, deadline of candidatures, place told by the lot only',
  {
    source: 'ted',
    identifiant: '129266-2024',
    aliases: ['95a505a4-924c-420b-958d-b628f7c4d50b-01'],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2024-03-01',
    keys: {
      procedure_uuid: '34c66c11-26e2-4614-af4e-362a0de485bf',
      joue: ['129266-2024'],
      boamp: [],
      consultations: ['e-marchespublics.com|999192'],
      reference_acheteur: 'Concours 2024-01',
    },
    content: {
      titre:
        "Mission de maîtrise d'oeuvre relative à la construction d'un ESAT, service d'accueil de jour, service d'accompagnement à la vie sociale et d'un immeuble de bureaux à vocation sociale à Aix Noulette",
      description: prose(
        "Mission de maîtrise d'oeuvre relative à la construction d'un",
        'avaux est estimée à 15 500 000 euros H.T',
        288,
      ),
      budget: null,
      cpv: '71200000',
      date_limite: '2024-04-18T10:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure restreinte',
      acheteur: { nom: 'EPDAHAA', siret: '20004716500010', departement: '62' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/129266-2024',
      nb_lots: 1,
      lots: [
        {
          numero: '1',
          description: prose(
            "Mission de maîtrise d'oeuvre relative à la construction d'un",
            'ureaux à vocation sociale à Aix Noulette',
            405,
          ),
          budget: null,
          cpv: '71200000',
        },
      ],
      criteres: {
        selection: {
          criteres: [
            {
              type: 'autre',
              nom: "Composition de l'équipe dédiée et compétences mobilisées",
              description: prose(
                'Ce critère sera apprécié sur la base de la présentation de l',
                "didat à l'objet à l'importance du projet",
                342,
              ),
            },
            {
              type: 'autre',
              nom: "Qualité des références présentées pour des opérations de nature et d'ampleur similaires",
              description:
                'Ce critère sera apprécié sur la base des références produites par le candidat :\n- Cohérence des références présentées.\n- Qualité des réalisations présentées.',
            },
          ],
        },
        attribution: {
          criteres: [
            {
              type: 'qualité',
              nom: 'Définis au règlement de consultation de la seconde phase',
              description:
                'Les critères de jugement seront indiqués dans le règlement de consultation de la seconde phase du concours',
              poids: null,
              unite: null,
            },
          ],
        },
      },
      duree_mois: null,
      lieu_execution: { departements: ['62'], code_nuts: 'FRE12' },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: 'https://epdahaa.e-marchespublics.com/pack/annonce_marche_public_13770_999192.html',
      renseignements_complementaires: null,
      capacites: { economique: null, technique: null, exercice: null },
    },
    anomalies: [],
  },
);
