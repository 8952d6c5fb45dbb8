import { type Day, parisWall } from '../calendar.js';
import { Draws } from '../draws.js';
import { type Buyer, drawBuyer } from './buyers.js';
import { type Consultation, drawConsultation, type Home } from './platforms.js';
import { PLACES, type Subject, SUBJECTS } from './subjects.js';
import { drawDescription } from './texts.js';

/** A wall clock in Paris. */
export interface WallClock {
  day: Day;
  /** hh:mm:ss */
  time: string;
}

export interface FactLot {
  numero: number;
  intitule: string;
  description: string;
  cpv: string;
  /** Euros; null when the buyer does not say. */
  budget: number | null;
}

export interface FactCriterion {
  type: 'price' | 'quality';
  nom: string;
  poids: number;
}

/** What is true of one procurement procedure, before any gazette's spelling of it. */
export interface Procedure {
  uuid: string;
  buyer: Buyer;
  subject: Subject;
  objet: string;
  description: string;
  /** Of the initial notice. */
  limite: WallClock;
  /** Euros. */
  budget: { haut: number; bas: number | null } | null;
  lots: FactLot[];
  /** Null: « in the documents ». */
  criteres: FactCriterion[] | null;
  dureeMois: number | null;
  debut: Day | null;
  reference: string;
  consultation: Consultation;
  procedure: 'open' | 'restricted' | 'neg-w-call';
  /** Departments of publication: the buyer's first. */
  departements: string[];
  accordCadre: boolean;
  social: boolean;
  environnement: boolean;
  renseignements: string | null;
}

/** When a procedure's initial notice appears. */
export interface Appearance {
  day: Day;
  /** Milliseconds, for notices that appear while the feeds run; null for those of the days before. */
  instant: number | null;
}

const TIMES = ['12:00:00', '12:00:00', '12:00:00', '16:00:00', '17:00:00', '14:00:00', '11:00:00', '23:59:00'];
/** A demonstration must show notices close: some that appear live close within ten minutes. */
const CLOSES_AT_ONCE = 0.06;

/** The deadline of a procedure's initial notice; cheaper than the whole procedure, and the same. */
export function drawLimite(seed: number, key: string, appears: Appearance): WallClock {
  const draws = new Draws(seed, `limite.${key}`);
  if (appears.instant !== null && draws.chance(CLOSES_AT_ONCE)) {
    const wall = parisWall(appears.instant + draws.between(3, 10) * 60_000);
    return { day: wall.day, time: `${wall.time.slice(0, 5)}:00` };
  }
  // Most notices of the last six weeks stay open; one in five has a short delay, and so awards to cite it.
  const days = draws.chance(0.2) ? draws.between(10, 16) : draws.between(30, 60);
  return { day: appears.day + days, time: draws.pick(TIMES) };
}

/** `home`: where the buyer's platform shows it; null for a buyer with a site of its own. */
export function drawProcedure(seed: number, key: string, appears: Appearance, home: Home | null): Procedure {
  const draws = new Draws(seed, `procedure.${key}`);
  const buyer = drawBuyer(seed, draws);
  const subject = draws.pick(SUBJECTS);
  const objet = `${subject.objet} ${draws.pick(PLACES)}${draws.chance(0.3) ? ` à ${buyer.ville}` : ''}`;
  const budget = drawBudget(draws, subject);
  const lots = drawLots(draws, subject, budget?.haut ?? null);
  return {
    uuid: draws.uuid(),
    buyer,
    subject,
    objet: draws.chance(0.25) ? objet.toUpperCase() : objet,
    description: drawDescription(draws, objet),
    limite: drawLimite(seed, key, appears),
    budget,
    lots,
    criteres: draws.chance(0.5) ? drawCriteria(draws) : null,
    dureeMois: draws.chance(0.75) ? draws.pick([3, 6, 8, 12, 12, 18, 24, 36, 48, 48]) : null,
    debut: draws.chance(0.3) ? appears.day + draws.between(70, 150) : null,
    reference: `${new Date(appears.day * 86_400_000).getUTCFullYear()}${draws.pick(['-', '_', ' F', 'M'])}${draws.between(1, 400).toString().padStart(2, '0')}`,
    consultation: drawConsultation(seed, draws, home, buyer),
    procedure: draws.weighted([
      ['open', 88],
      ['restricted', 6],
      ['neg-w-call', 6],
    ] as const),
    departements: [buyer.departement, ...(draws.chance(0.12) ? neighbours(draws, buyer.departement) : [])],
    accordCadre: draws.chance(0.4),
    social: draws.chance(0.25),
    environnement: draws.chance(0.4),
    renseignements: draws.chance(0.6)
      ? `Le dossier est téléchargeable gratuitement sur le profil d’acheteur. Les plis sont remis par voie électronique, au format PDF ; la signature des pièces n’est exigée que de l’attributaire. Contact : service des marchés, ${buyer.adresse}, ${buyer.ville}.`
      : null,
  };
}

/** Measured: 41 % of European calls give a value (docs/sources.md D.5). */
const GIVES_A_VALUE = 0.41;

function drawBudget(draws: Draws, subject: Subject): Procedure['budget'] {
  const [low, high] = subject.budget;
  const exact = low * (high / low) ** draws.unit();
  const rounded = Math.round(exact / 1000) * 1000;
  const haut = draws.chance(0.1) ? Math.round(exact * 100) / 100 : rounded;
  const bas = draws.chance(0.25) ? draws.pick([1, Math.round(haut / 4)]) : null;
  return draws.chance(GIVES_A_VALUE) ? { haut, bas } : null;
}

function drawLots(draws: Draws, subject: Subject, budget: number | null): FactLot[] {
  if (draws.chance(0.55)) return [];
  const many = draws.chance(0.02);
  const count = many ? draws.between(20, 34) : draws.between(2, Math.max(2, subject.lots.length));
  const share = budget !== null && draws.chance(0.6) ? Math.floor(budget / count) : null;
  return Array.from({ length: count }, (_, index) => {
    const nom = subject.lots[index % subject.lots.length] as string;
    const intitule =
      index < subject.lots.length ? nom : `${nom}, secteur ${Math.floor(index / subject.lots.length) + 1}`;
    return {
      numero: index + 1,
      intitule,
      description: `${intitule} : ${subject.objet.toLowerCase()}, selon le cahier des clauses techniques du lot n° ${index + 1}.`,
      cpv: subject.cpv[index % subject.cpv.length] as string,
      budget: share,
    };
  });
}

function drawCriteria(draws: Draws): FactCriterion[] {
  const price = draws.pick([30, 40, 40, 50, 55, 60]);
  const environment = draws.chance(0.5) ? draws.pick([5, 10]) : 0;
  const criteria: FactCriterion[] = [
    { type: 'price', nom: 'Prix des prestations', poids: price },
    { type: 'quality', nom: "Valeur technique de l'offre", poids: 100 - price - environment },
  ];
  if (environment > 0) {
    criteria.push({
      type: 'quality',
      nom: "Performances en matière de protection de l'environnement",
      poids: environment,
    });
  }
  return criteria;
}

function neighbours(draws: Draws, departement: string): string[] {
  const candidates = ['02', '08', '51', '60', '77', '93', '95', '69', '38', '2A', '2B'].filter(
    (code) => code !== departement,
  );
  return draws.some(candidates, draws.between(1, 4));
}
