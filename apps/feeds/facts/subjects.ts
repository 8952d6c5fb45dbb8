/** What simulated buyers buy: real CPV codes, invented words. */
export interface Subject {
  type: 'TRAVAUX' | 'SERVICES' | 'FOURNITURES';
  /** Main code, then additional ones. */
  cpv: readonly [string, ...string[]];
  /** Completed by a place: « … du groupe scolaire ». */
  objet: string;
  /** Names of lots. */
  lots: readonly string[];
  /** BOAMP's own thesaurus: code and label. */
  descripteur: readonly [string, string];
  /** Range of the estimated value, euros. */
  budget: readonly [number, number];
}

/** One subject a line: type ; CPV codes ; thesaurus code|label ; range of value ; object ; lots. */
const TABLE = `
TRAVAUX ; 45214200 45262522 45421000 ; 264|Peinture (travaux) ; 200000-6000000 ; Travaux de rénovation énergétique ; Gros œuvre|Menuiseries extérieures|Isolation thermique par l’extérieur|Chauffage ventilation|Électricité|Peinture
TRAVAUX ; 45233140 45233252 ; 366|Voirie et réseaux divers ; 90000-4000000 ; Travaux de voirie et de réfection de chaussées ; Terrassement|Revêtements de chaussée|Signalisation|Mobilier urbain
TRAVAUX ; 45232410 45231300 ; 18|Assainissement ; 150000-3500000 ; Travaux de mise en séparatif des réseaux d’assainissement ; Réseaux d’eaux usées|Réseaux d’eaux pluviales|Contrôles extérieurs
TRAVAUX ; 45261210 45261420 ; 74|Couverture ; 50000-900000 ; Réfection de la couverture et de l’étanchéité ; Couverture|Étanchéité|Désamiantage
TRAVAUX ; 45310000 45315100 ; 104|Electricité (travaux) ; 40000-1200000 ; Mise en conformité des installations électriques ; Courants forts|Courants faibles
TRAVAUX ; 45212221 45223800 ; 342|Terrain de sport ; 120000-5000000 ; Construction d’un équipement sportif couvert ; Terrassements|Charpente métallique|Sols sportifs|Éclairage
TRAVAUX ; 45215100 45421152 45432111 ; 308|Revêtements de sols ; 80000-7000000 ; Restructuration de l’unité de soins ; Démolition|Cloisons doublages|Sols souples|Plomberie sanitaire|Fluides médicaux
TRAVAUX ; 45331000 45331100 ; 55|Chauffage (travaux) ; 60000-1500000 ; Remplacement des chaufferies ; Chaufferie gaz|Chaufferie bois|Régulation
TRAVAUX ; 45262512 45453100 ; 299|Ravalement ; 40000-800000 ; Ravalement des façades ; Échafaudages|Ravalement|Pierre de taille
TRAVAUX ; 45112710 45236230 ; 116|Espaces verts ; 50000-1100000 ; Aménagement paysager ; Terrassements|Plantations|Arrosage automatique
TRAVAUX ; 45211340 45262311 ; 23|Bâtiment ; 1000000-12000000 ; Construction de logements collectifs ; Gros œuvre|Charpente|Étanchéité|Menuiseries intérieures|Ascenseur|Électricité|VRD
SERVICES ; 90911200 90911300 ; 238|Nettoyage de locaux ; 60000-2400000 ; Prestations de nettoyage des locaux ; Locaux administratifs|Locaux scolaires|Vitrerie
SERVICES ; 77310000 77340000 ; 116|Espaces verts ; 40000-1500000 ; Entretien des espaces verts ; Tonte|Élagage|Fleurissement
SERVICES ; 55524000 55523100 ; 304|Repas, traiteur ; 90000-3000000 ; Fourniture et livraison de repas en liaison froide ; Restauration scolaire|Portage à domicile|Crèches
SERVICES ; 71300000 71311000 71321000 ; 209|Maîtrise d’œuvre ; 50000-1600000 ; Mission de maîtrise d’œuvre ; Architecture|Bureau d’études structure|Économie de la construction
SERVICES ; 71631430 71630000 ; 72|Contrôle technique ; 40000-600000 ; Contrôle technique et inspections des réseaux ; Inspections visuelles|Essais d’étanchéité
SERVICES ; 66510000 66515000 ; 21|Assurance ; 50000-2000000 ; Souscription de contrats d’assurance ; Dommages aux biens|Responsabilité civile|Flotte automobile|Protection juridique
SERVICES ; 72250000 72267000 72212000 ; 169|Informatique (prestations de services) ; 60000-5000000 ; Maintenance et évolution du système d’information ; Tierce maintenance applicative|Assistance à maîtrise d’ouvrage|Hébergement
SERVICES ; 90511000 90512000 ; 247|Ordures ménagères ; 200000-9000000 ; Collecte et transport des déchets ménagers ; Collecte en porte-à-porte|Colonnes d’apport volontaire|Transport
SERVICES ; 60130000 60112000 ; 353|Transport scolaire ; 90000-4500000 ; Services de transport scolaire ; Secteur nord|Secteur sud|Secteur est|Secteur ouest
SERVICES ; 79710000 79711000 ; 148|Gardiennage ; 50000-2500000 ; Prestations de gardiennage et de télésurveillance ; Gardiennage|Télésurveillance|Sécurité incendie
SERVICES ; 50700000 50750000 ; 105|Ascenseur (maintenance) ; 30000-700000 ; Maintenance des installations techniques ; Ascenseurs|Portes automatiques|Chauffage
SERVICES ; 80500000 80530000 ; 146|Formation ; 40000-1800000 ; Actions de formation professionnelle ; Bureautique|Sécurité au travail|Langues
SERVICES ; 79340000 79800000 ; 173|Imprimerie ; 25000-500000 ; Conception et impression de supports de communication ; Création graphique|Impression|Routage
SERVICES ; 71351810 71354300 ; 344|Topographie ; 25000-400000 ; Prestations de géomètre et de topographie ; Levés topographiques|Foncier
FOURNITURES ; 34144210 34130000 ; 357|Véhicules ; 40000-1900000 ; Acquisition de véhicules ; Véhicules légers|Utilitaires|Véhicules électriques
FOURNITURES ; 30200000 30213100 30213300 ; 210|Matériel informatique ; 40000-3000000 ; Fourniture de matériels informatiques ; Ordinateurs portables|Postes fixes|Écrans|Serveurs
FOURNITURES ; 33140000 33600000 ; 216|Matériel médical ; 50000-6000000 ; Fourniture de dispositifs médicaux ; Pansements|Perfusion|Abord respiratoire|Sutures|Gants
FOURNITURES ; 15800000 15500000 15300000 ; 93|Denrées alimentaires ; 40000-1500000 ; Fourniture de denrées alimentaires ; Épicerie|Produits laitiers|Fruits et légumes|Viandes|Surgelés|Pain
FOURNITURES ; 09310000 09123000 ; 106|Energie ; 100000-9000000 ; Fourniture et acheminement d’énergie ; Électricité|Gaz naturel
FOURNITURES ; 39100000 39130000 39160000 ; 228|Mobilier ; 30000-900000 ; Fourniture et installation de mobilier ; Mobilier de bureau|Mobilier scolaire|Assises
FOURNITURES ; 18100000 18110000 ; 167|Habillement ; 25000-600000 ; Fourniture de vêtements de travail ; Vêtements haute visibilité|Chaussures de sécurité|Équipements de protection
FOURNITURES ; 38000000 38500000 ; 115|Equipements spécialisés ; 60000-2500000 ; Acquisition d’équipements de laboratoire ; Microscopie|Chromatographie|Froid
FOURNITURES ; 03111000 03121100 ; 116|Espaces verts ; 15000-200000 ; Fourniture de plants et de semences ; Plantes annuelles|Arbustes|Semences
FOURNITURES ; 22120000 22110000 ; 202|Livres ; 20000-350000 ; Acquisition de livres et de documents ; Jeunesse|Adultes|Presse
FOURNITURES ; 44111400 44112200 ; 211|Matériaux de construction ; 25000-500000 ; Fourniture de matériaux ; Peinture|Quincaillerie|Plomberie|Bois
`;

export const SUBJECTS: readonly Subject[] = TABLE.trim().split('\n').map(subject);

function subject(line: string): Subject {
  const [type, cpv = '', descripteur = '', budget = '', objet = '', lots = ''] = line.split(' ; ');
  const [main = '', ...others] = cpv.split(' ');
  const [code = '', label = ''] = descripteur.split('|');
  const [low = 0, high = 0] = budget.split('-').map(Number);
  return {
    type: type as Subject['type'],
    cpv: [main, ...others],
    descripteur: [code, label],
    budget: [low, high],
    objet,
    lots: lots.split('|'),
  };
}

/** Completes a subject's object. */
export const PLACES: readonly string[] = [
  'du groupe scolaire Jean-Moulin',
  'de l’hôtel de ville',
  'du centre aquatique',
  'de la médiathèque',
  'des bâtiments communaux',
  'du pôle administratif',
  'du collège Simone-Veil',
  'du lycée professionnel',
  'de la résidence autonomie Les Tilleuls',
  'du site des Grands Champs',
  'pour l’ensemble des services',
  'pour les membres du groupement de commandes',
  'de la zone d’activités des Quatre Vents',
  'du quartier de la gare',
  'de l’EHPAD Les Genêts d’or',
  'pour les années à venir',
  'du gymnase de la Plaine',
  'de la maison de santé pluridisciplinaire',
];
