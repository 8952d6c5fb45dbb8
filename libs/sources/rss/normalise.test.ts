import type { AvisContent } from '#contract/avis';
import type { SourceCode } from '../registry.js';
import { publication } from './testing/item.js';

type Expected = Partial<Omit<AvisContent, 'acheteur'>> & {
  identifiant?: string;
  acheteur?: unknown;
  publie?: string | null;
  reference?: string | null;
  consultations?: string[];
};

/** Only what is expected of the item is compared; every value was read by hand. */
function expectItem(source: SourceCode, xml: string, expected: Expected): void {
  const { content, identifiant, date_publication, keys, anomalies } = publication(source, xml);
  const read = {
    ...content,
    identifiant,
    publie: date_publication,
    reference: keys.reference_acheteur,
    consultations: keys.consultations,
  };
  expect({ ...read, anomalies }).toMatchObject({ ...expected, anomalies: [] });
}

const rss = (link: string, title: string, description: string, pubDate = 'Thu, 12 Nov 2026 08:30:00 +0100'): string =>
  `<item><title>${title}</title><link>${link}</link><guid isPermaLink="true">${link}</guid><pubDate>${pubDate}</pubDate><description>${description}</description></item>`;
const EMPTY = { budget: null, cpv: null, duree_mois: null, criteres: null, lieu_execution: null };

describe('AWS', () => {
  test('a row: buyer with its postcode, [réf. …], object, lots, « Publié le », deadline dd/mm/yy and 16h00', () => {
    expectItem(
      'aws',
      rss(
        'https://www.marches-publics.info/Annonces/MPI-pub-2026181995.htm',
        'R&#233;novation patrimoniale du Bastion XV',
        `<![CDATA[<b>OPAC SAVOIE (73024)</b><br/><span class="ref-acheteur">[réf. 26EMS0120]</span> Travaux de rénovation patrimoniale du Bastion XV, Rue du Rempart à Strasbourg<br/>
        Lot 1 : Gros &oelig;uvre<br>Lot n°2 - Électricité<br/>Publié le 12/11/26<br/>Date limite : 15/12/26 à 16h00<br/>
        <a href="https://www.marches-publics.info/mpiaws/index.cfm?fuseaction=dematEnt.login&amp;type=DCE&amp;IDM=1865670">DCE</a>]]>`,
      ),
      {
        ...EMPTY,
        identifiant: 'MPI-pub-2026181995',
        titre: 'Rénovation patrimoniale du Bastion XV',
        description: 'Travaux de rénovation patrimoniale du Bastion XV, Rue du Rempart à Strasbourg',
        acheteur: { nom: 'OPAC SAVOIE', siret: null, departement: '73' },
        publie: '2026-11-12',
        date_limite: '2026-12-15T15:00:00Z',
        nb_lots: 2,
        lots: [
          { numero: '1', description: 'Gros œuvre', budget: null, cpv: null },
          { numero: '2', description: 'Électricité', budget: null, cpv: null },
        ],
        reference: '26EMS0120',
        lien_source: 'https://www.marches-publics.info/Annonces/MPI-pub-2026181995.htm',
        consultations: ['marches-publics.info|2026181995', 'marches-publics.info|1865670'],
      },
    );
  });

  test('the reference in front of the title; a link within the site; a deadline without hour is the end of the day', () => {
    expectItem(
      'aws',
      '<item><title>[réf. 2026A0210] Entretien des chaussées</title><link>/Annonces/MPI-pub-77.htm</link><description>Date limite : 02/07/27</description></item>',
      {
        titre: 'Entretien des chaussées',
        reference: '2026A0210',
        lien_source: 'https://www.marches-publics.info/Annonces/MPI-pub-77.htm',
        date_limite: '2027-07-02T21:59:59Z',
        publie: null,
        nb_lots: null,
        lots: [],
        description: null,
      },
    );
  });

  test('a sister lot in the object is no lot of this procedure; departments of words are not guessed', () => {
    expectItem(
      'aws',
      rss(
        'https://www.marches-publics.info/Annonces/MPI-pub-8.htm',
        'Véhicules',
        'SDIS DU NORD (59)\nAchat de véhicules - Lot 1 : Fourgons\nLieu d’exécution : 12 rue de Paris à Lille',
      ),
      {
        acheteur: { nom: 'SDIS DU NORD', siret: null, departement: '59' },
        nb_lots: null,
        description: 'Achat de véhicules - Lot 1 : Fourgons',
        lieu_execution: null,
      },
    );
  });
});

describe('achatpublic', () => {
  const entry = (id: string, html: string, more = ''): string =>
    `<entry><id>${id}</id><title>Nettoyage des locaux</title><link rel="alternate" href="https://www.achatpublic.com/sdm/ent2/gen/ficheCsl.action?PCSLID=CSL_2026_48eQGEibtE&amp;ongletActif=2"/><published>2026-09-01T22:30:00Z</published><updated>2026-09-08T08:00:00Z</updated>${more}<content type="html">${html}</content></entry>`;

  test('labels in bold, paragraphs, entities; the departments by exact name or code', () => {
    expectItem(
      'achatpublic',
      entry(
        'urn:1',
        "&lt;p&gt;&lt;strong&gt;Organisme&amp;nbsp;:&lt;/strong&gt; Ville d&amp;#39;Al&amp;egrave;s&lt;/p&gt;&lt;p&gt;&lt;strong&gt;Référence :&lt;/strong&gt; 2026-S-NETTPAR&lt;/p&gt;&lt;p&gt;&lt;strong&gt;Lots : &lt;/strong&gt; 2 &lt;/p&gt;&lt;p&gt;Nature des prestations : Services&lt;/p&gt;&lt;p&gt;Type de procédure : Procédure adaptée ouverte&lt;/p&gt;&lt;p&gt;Type de contrat&amp;nbsp;: Accord-cadre&lt;/p&gt;&lt;p&gt;Lieu d'exécution : Gard&lt;/p&gt;&lt;p&gt;Date limite : 24 Sept. 2026 12 : 00&lt;/p&gt;",
      ),
      {
        ...EMPTY,
        identifiant: 'CSL_2026_48eQGEibtE',
        titre: 'Nettoyage des locaux',
        acheteur: { nom: "Ville d'Alès", siret: null, departement: null },
        reference: '2026-S-NETTPAR',
        nb_lots: 2,
        type_marche: 'Services',
        procedure: 'Procédure adaptée ouverte',
        lieu_execution: { departements: ['30'], code_nuts: null },
        date_limite: '2026-09-24T10:00:00Z',
        publie: '2026-09-02',
        consultations: ['achatpublic.com|csl_2026_48eqgeibte'],
      },
    );
  });

  test('several departments on one line', () => {
    expectItem(
      'achatpublic',
      entry('urn:2', "Lieu d'exécution : 75 - Paris 77 - Seine-et-Marne 46 - Lot 2A - Corse-du-Sud"),
      {
        lieu_execution: { departements: ['75', '77', '46', '2A'], code_nuts: null },
        nb_lots: null,
      },
    );
  });

  test('bold labels on one line without breaks; a region is no department', () => {
    expectItem(
      'achatpublic',
      entry(
        'urn:3',
        "&lt;b&gt;Organisme :&lt;/b&gt; SNCF &lt;b&gt;Objet&lt;/b&gt; : Étude &lt;b&gt;Lieu d'exécution :&lt;/b&gt; Île-de-France",
      ),
      { acheteur: { nom: 'SNCF', siret: null, departement: null }, description: 'Étude', lieu_execution: null },
    );
  });
});

describe('marches-securises', () => {
  const link =
    'https://www.marches-securises.fr/entreprise/?module=consultation|details&amp;cle_dce=dAoBz81xK&amp;version=QR';

  test('plain lines; the department of the buyer in brackets; « vendredi 13 mars 2026 - 12:00 »', () => {
    expectItem(
      'marches_securises',
      rss(
        link,
        'Fourniture de repas',
        'Acheteur : Communauté de communes du Pays de X (38)\nRéférence : 2026-04\nType : Public (marché) / Fournitures\nProcédure : MAPA\nDépartement : 38 Isère\nPublié le : 16 février 2026\nClôture : vendredi 13 mars 2026 - 12:00\nLots : 5 lots\nObjet : Repas des écoles\nen liaison froide',
      ),
      {
        identifiant: 'dAoBz81xK',
        acheteur: { nom: 'Communauté de communes du Pays de X', siret: null, departement: '38' },
        type_marche: 'Fournitures',
        procedure: 'Procédure adaptée',
        lieu_execution: { departements: ['38'], code_nuts: null },
        publie: '2026-02-16',
        date_limite: '2026-03-13T11:00:00Z',
        nb_lots: 5,
        lots: [],
        description: 'Repas des écoles\nen liaison froide',
        consultations: ['marches-securises.fr|daobz81xk'],
      },
    );
  });

  test('labels without accents, hour on a line of its own, estimate, duration, CPV', () => {
    expectItem(
      'marches_securises',
      rss(
        link,
        'Toiture',
        'Pouvoir adjudicateur : OPH DE L AIN\nDate limite de reponse : 12 Avril 2033\nHeure limite : 9h05\nMontant estime : 1 892 000,50 € HT\nDuree : 4 ans\nCode CPV : 45261210-9 Couverture\nLieu d execution : 01000 Bourg',
      ),
      {
        date_limite: '2033-04-12T07:05:00Z',
        budget: 1892000.5,
        duree_mois: 48,
        cpv: '45261210',
        lieu_execution: { departements: ['01'], code_nuts: null },
      },
    );
  });

  test('deadlines for questions and visits are none for offers; « Non alloti »', () => {
    expectItem(
      'marches_securises',
      rss(
        link,
        'Voirie',
        'Date limite des questions : 01/12/2026\nDate limite de remise des offres : 10/12/2026 12h\nAllotissement : Non',
      ),
      {
        date_limite: '2026-12-10T11:00:00Z',
        nb_lots: 0,
      },
    );
  });
});

describe('e-marchespublics', () => {
  const link = 'https://aquitanis.e-marchespublics.com/pack/annonce_marche_public_222_1128300.html';

  test('one line, parts behind dashes, abbreviations', () => {
    expectItem(
      'e_marchespublics',
      rss(
        link,
        'Geometre',
        'Organisme : AQUITANIS - OPH (33000 - BORDEAUX) - Réf. : 20260030 - Procedure : Proc.Adapt. - Categorie : Services - Dépt. : 33, 40 - Mis en ligne le : 02/11/2026 - Date limite : 18/11/2026 16h00 - Lot 1 : Nord - Lot 2 : Sud - Objet : Mission de g&amp;eacute;om&amp;egrave;tre - Lot 3 compris',
      ),
      {
        identifiant: '1128300',
        acheteur: { nom: 'AQUITANIS - OPH', siret: null, departement: '33' },
        reference: '20260030',
        procedure: 'Procédure adaptée',
        type_marche: 'Services',
        lieu_execution: { departements: ['33', '40'], code_nuts: null },
        publie: '2026-11-02',
        date_limite: '2026-11-18T15:00:00Z',
        nb_lots: 2,
        description: 'Mission de géomètre - Lot 3 compris',
        consultations: ['e-marchespublics.com|1128300'],
      },
    );
  });

  test('the newer address; the buyer is left null where it is not said', () => {
    expectItem(
      'e_marchespublics',
      rss(
        'https://www.e-marchespublics.com/appel-offre/pays-de-la-loire/mayenne/laval/952195/28512',
        'Écoles',
        'Procédure : AOO',
      ),
      {
        identifiant: '952195',
        procedure: "Appel d'offres ouvert",
        acheteur: { nom: null, siret: null, departement: null },
        publie: '2026-11-12',
      },
    );
  });

  test('citations of the gazettes', () => {
    const { keys } = publication(
      'e_marchespublics',
      rss(link, 'X', 'Avis BOAMP n° : 26-85567 | JOUE : 2026/S 224-47522'),
    );
    expect(keys).toMatchObject({ boamp: ['26-85567'], joue: ['047522-2026'] });
  });
});

describe('xmarches', () => {
  const link = 'https://www.xmarches.fr/entreprise/detailConsultation.php?key=41085';

  test('HTML escaped twice', () => {
    expectItem(
      'xmarches',
      rss(
        link,
        'Mobilier',
        '&amp;lt;b&amp;gt;Acheteur&amp;amp;nbsp;:&amp;lt;/b&amp;gt; CD de l&amp;#39;Aube (10000)&amp;lt;br /&amp;gt;&amp;lt;b&amp;gt;Lot(s)&amp;nbsp;:&amp;lt;/b&amp;gt; 1 - Chaises ; 2 - Tables&amp;lt;br /&amp;gt;&amp;lt;b&amp;gt;Date limite de remise des plis : &amp;lt;/b&amp;gt;18/11/2026 à 16h00',
      ),
      {
        identifiant: '41085',
        acheteur: { nom: "CD de l'Aube", siret: null, departement: '10' },
        nb_lots: 2,
        date_limite: '2026-11-18T15:00:00Z',
        consultations: ['xmarches.fr|41085'],
      },
    );
  });

  test('a table', () => {
    expectItem(
      'xmarches',
      rss(
        link,
        'Mobilier',
        '<![CDATA[<table><tr><th>Organisme</th><td>SPL</td></tr><tr><th>Objet :</th><td>Chaises</td></tr></table>]]>',
      ),
      {
        acheteur: { nom: 'SPL', siret: null, departement: null },
        description: 'Chaises',
      },
    );
  });

  test('an item said cancelled closes the notice and does not take its place', () => {
    const cancelled = publication('xmarches', rss(link, '[ANNULÉ] Mobilier', 'Organisme : SPL'));
    expect(cancelled).toMatchObject({
      kind: 'cancellation',
      identifiant: '41085/annulation',
      cites: ['41085'],
      closes: true,
    });
    const awarded = publication('xmarches', rss(link, 'Mobilier', "Type d'avis : Avis d'attribution"));
    expect(awarded).toMatchObject({ kind: 'attribution', identifiant: '41085/attribution', cites: ['41085'] });
  });
});

describe('a state', () => {
  const stated = (avis: string) =>
    publication(
      'aws',
      `<item><guid>MPI-pub-7</guid><title>Voirie</title><description>Type d'avis : ${avis}&lt;br/&gt;Objet : Voirie</description></item>`,
    );

  test.each([
    ["Avis rectificatif (annule et remplace l'avis précédent)", 'initial', false, []],
    ['Annulation', 'cancellation', true, []],
    ['Annulation du lot n°2', 'cancellation', false, ['2']],
    ['Lots 1, 3 et 12 déclarés sans suite', 'cancellation', false, ['1', '3', '12']],
    ["Avis d'attribution", 'attribution', true, []],
    ["Avis d'attribution du lot 4", 'attribution', false, ['4']],
  ])('« %s » makes a publication of kind %s, closing: %s, of the lots %j', (avis, kind, closes, lots_concernes) => {
    expect(stated(avis)).toMatchObject({ kind, closes, lots_concernes });
  });

  test('of one lot after another does not replace the first', () => {
    expect(stated('Annulation du lot 1').identifiant).not.toBe(stated('Annulation du lot 2').identifiant);
  });
});

test('an address too long for an identifier stands for itself by its fingerprint', () => {
  const item = (end: string) =>
    `<item><link>https://www.marches-publics.info/${'a'.repeat(230)}${end}</link><title>Voirie</title></item>`;
  const { identifiant } = publication('aws', item('1'));
  expect(identifiant.length).toBeLessThan(200);
  expect(identifiant).toBe(publication('aws', item('1')).identifiant);
  expect(identifiant).not.toBe(publication('aws', item('2')).identifiant);
});
