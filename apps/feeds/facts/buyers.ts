import { DEPARTEMENTS } from '#contract/departements';
import { DEPARTEMENT_OF_NUTS3 } from '#sources/reference/nuts3';
import { Draws } from '../draws.js';

/** An invented public buyer: its name, town and SIRET exist nowhere; its department and NUTS code do. */
export interface Buyer {
  nom: string;
  /** 14 digits, valid. */
  siret: string;
  ville: string;
  cp: string;
  adresse: string;
  departement: string;
  /** NUTS 3; null in collectivities that have none. */
  nuts: string | null;
  /** eForms buyer-legal-type. */
  legalType: string;
  site: string;
}

/** How many buyers there are: few enough that most publish several times. */
export const BUYERS = 4000;

const HEADS = [
  'Saint-',
  'Villeneuve-',
  'Mont',
  'Beau',
  'Cham',
  'Font',
  'Val',
  'Roche',
  'Clair',
  'Haute',
  'Long',
  'Vern',
];
const BODIES = [
  'aubin',
  'martel',
  'mesnil',
  'ville',
  'court',
  'bois',
  'lande',
  'rivière',
  'champ',
  'combe',
  'noix',
  'marais',
];
const TAILS = ['', '-sur-Orbe', '-en-Plaine', '-les-Vignes', '-la-Forêt', '-le-Vieux', '-sous-Bois', '-des-Prés'];
const STREETS = ['place de la Mairie', 'avenue de la République', 'rue des Écoles', 'boulevard du Général Leclerc'];

/** 2016 codes come after the older ones in the map, so the newer stays. */
const NUTS_OF = new Map([...DEPARTEMENT_OF_NUTS3].map(([nuts, departement]) => [departement, nuts]));

const KINDS: readonly (readonly [(town: string, dep: string) => string, string, string, number])[] = [
  [(town) => `Commune de ${town}`, '21', 'body-pl-la', 30],
  [(town) => `VILLE DE ${town.toUpperCase()}`, '21', 'body-pl-la', 10],
  [(town) => `Mairie d’${town}`.replace(/d’(?=[^AEIOUYHÉ])/, 'de '), '21', 'body-pl-la', 6],
  [(town) => `Communauté de communes du Pays de ${town}`, '20', 'body-pl-la', 12],
  [(town) => `Communauté d'agglomération de ${town}`, '20', 'body-pl-la', 8],
  [(_, dep) => `Conseil départemental (${dep})`, '22', 'ra', 6],
  [(town) => `Centre hospitalier de ${town}`, '26', 'body-pl-la', 10],
  [(town) => `Université de ${town}`, '19', 'body-pl-cga', 4],
  [(town) => `Office public de l'habitat ${town} Habitat`, '27', 'body-pl-la', 8],
  [(town) => `Syndicat mixte des eaux de ${town}`, '25', 'body-pl-la', 5],
  [(town) => `SDIS - service d'incendie et de secours (${town})`, '28', 'body-pl-la', 3],
  [(town) => `L&#039;Établissement public foncier de ${town}`, '18', 'body-pl', 1],
];

/** The buyer of a rank, from 0 to `BUYERS` - 1; pure. */
export function buyer(seed: number, rank: number): Buyer {
  const draws = new Draws(seed, `buyer.${rank}`);
  const town = drawTown(draws);
  // The large departments hold most buyers; every one of the 107 has some.
  const skewed = draws.chance(0.5) ? Math.floor(draws.unit() ** 2 * 60) + 34 : draws.between(0, 106);
  const departement = (DEPARTEMENTS[skewed % DEPARTEMENTS.length] as { code: string }).code;
  const kind = draws.weighted(KINDS.map((entry) => [entry, entry[3]] as const));
  const slug = town
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z-]/g, '');
  return {
    nom: kind[0](town, departement),
    siret: siret(draws, kind[1], departement),
    ville: town,
    cp: postcode(draws, departement),
    adresse: `${draws.between(1, 180)} ${draws.pick(STREETS)}`,
    departement,
    nuts: NUTS_OF.get(departement) ?? null,
    legalType: kind[2],
    site: `https://www.${slug}.example`,
  };
}

/** The name of a town that exists nowhere. */
export function drawTown(draws: Draws): string {
  const [head, body, tail] = [draws.pick(HEADS), draws.pick(BODIES), draws.pick(TAILS)];
  const name = head + body;
  return name.replace(/-([a-zé])/, (_, letter: string) => `-${letter.toUpperCase()}`) + tail;
}

/** A buyer for a procedure: some publish much, most little. */
export function drawBuyer(seed: number, draws: Draws): Buyer {
  return buyer(seed, Math.floor(draws.unit() ** 2 * BUYERS));
}

/** Real SIRENs of communes carry the INSEE number of the commune; numbers from 900 on are not given to any. */
function siret(draws: Draws, prefix: string, departement: string): string {
  const dep = departement.replace(/[AB]/, '0').slice(0, 2);
  const siren = withCheckDigit(`${prefix}${dep}9${draws.between(0, 999).toString().padStart(3, '0')}`);
  return withCheckDigit(`${siren}000${draws.between(1, 9)}`);
}

/** Appends the digit that makes the whole number pass Luhn's test. */
export function withCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

/** The two islands that left Guadeloupe kept its postcodes. */
const ISLANDS: Readonly<Record<string, string>> = { '977': '97133', '978': '97150' };

/** A postcode of the department. */
export function postcode(draws: Draws, departement: string): string {
  const island = ISLANDS[departement];
  if (island !== undefined) return island;
  if (departement === '2A') return `20${draws.pick(['000', '100', '137'])}`;
  if (departement === '2B') return `20${draws.pick(['200', '220', '600'])}`;
  if (departement.length === 2) return `${departement}${draws.between(0, 99).toString().padStart(2, '0')}0`;
  const drawn = `${departement}${draws.between(0, 9)}0`;
  return Object.values(ISLANDS).includes(drawn) ? '97100' : drawn;
}
