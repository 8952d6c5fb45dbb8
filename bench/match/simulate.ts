import type { MatchNotice } from '#avis/match/notice';
import { SOURCES, type SourceCode } from '#sources/registry';
import { endOfParisDay, parisWallClock } from '#sources/values/date';
import { consultationKeys } from '#sources/values/url';
import { dayText } from '../../apps/feeds/calendar.js';
import { Draws } from '../../apps/feeds/draws.js';
import type { Home } from '../../apps/feeds/facts/platforms.js';
import { drawProcedure, type Procedure } from '../../apps/feeds/facts/procedure.js';
import type { Labelled } from '../../apps/feeds/labelled/labelled.js';

const FIRST_DAY = 20_600;
const PER_DAY = 400;
const TYPES = { TRAVAUX: 'Travaux', SERVICES: 'Services', FOURNITURES: 'Fournitures' } as const;
const PLATFORMS = SOURCES.filter(({ type }) => type === 'plateforme').map(({ code }) => code);
const AGGREGATORS = SOURCES.filter(({ type }) => type === 'agrégateur').map(({ code }) => code);
const GENERIC = [
  'Travaux de voirie',
  'Maîtrise d’œuvre',
  'Fourniture de denrées alimentaires',
  'Prestations de nettoyage des locaux',
];

/** One procedure as told to its sources. */
interface Told {
  key: string;
  day: number;
  procedure: Procedure;
  trap: string | null;
  platform: SourceCode;
}

/**
 * Notices of procedures drawn one by one, as several sources would show them, with hard negatives; about `count` of them.
 * Until the feeds show families of sources themselves, and beside them: other proportions, other spellings.
 */
export function* simulate(seed: number, count: number): Generator<Labelled> {
  let made = 0;
  for (let rank = 0; made < count; rank++) {
    const draws = new Draws(seed, `family.${rank}`);
    const day = FIRST_DAY + Math.floor(made / PER_DAY);
    for (const told of withTraps(draws, seed, `r${rank}`, day)) {
      for (const one of views(draws, seed, told)) {
        made++;
        yield one;
      }
    }
  }
}

function withTraps(draws: Draws, seed: number, key: string, day: number): Told[] {
  const home: Home = { source: draws.pick(PLATFORMS) as Home['source'], numero: draws.between(100_000, 3_000_000) };
  const procedure = drawProcedure(seed, key, { day, instant: null }, home);
  const base: Told = { key, day, procedure, trap: null, platform: home.source };
  const like = (suffix: string, at: number, changes: Partial<Procedure>, trap: string): Told => {
    const other = drawProcedure(
      seed,
      `${key}.${suffix}`,
      { day: at, instant: null },
      { ...home, numero: home.numero + 1 + suffix.length * 7 + Number(/\d*$/.exec(suffix)?.[0] ?? 0) },
    );
    const same = {
      buyer: procedure.buyer,
      subject: procedure.subject,
      objet: procedure.objet,
      description: procedure.description,
    };
    return {
      key: `${key}.${suffix}`,
      day: at,
      trap,
      platform: home.source,
      procedure: { ...other, ...same, departements: procedure.departements, ...changes },
    };
  };
  if (draws.chance(0.08)) {
    const names = draws.some(procedure.subject.lots, Math.min(procedure.subject.lots.length, draws.between(2, 4)));
    const numbered = draws.chance(0.6);
    return names.map((name, index) =>
      like(
        `lot${index}`,
        day,
        {
          objet: `${procedure.objet} - ${numbered ? `Lot n°${index + 1} : ` : ''}${name}`,
          limite: procedure.limite,
          lots: [],
          ...(draws.chance(0.5) && { consultation: procedure.consultation }),
        },
        'lots',
      ),
    );
  }
  if (draws.chance(0.06))
    return [
      base,
      like(
        'next',
        day + draws.pick([21, 35, 60, 365]),
        { reference: draws.chance(0.3) ? procedure.reference : `${procedure.reference}R` },
        'renouvellement',
      ),
    ];
  if (draws.chance(0.04)) {
    const at = procedure.limite.day + draws.between(3, 20);
    return [
      base,
      like('again', at, { budget: procedure.budget, reference: procedure.reference, lots: procedure.lots }, 'relance'),
    ];
  }
  if (draws.chance(0.08)) {
    const objet = draws.pick(GENERIC);
    const limite = { day: day + 30, time: '12:00:00' };
    return [{ ...base, trap: 'titre', procedure: { ...procedure, objet, limite } }];
  }
  if (draws.chance(0.03))
    return [
      base,
      like(
        'else',
        day,
        {
          objet: procedure.objet.replace(/( d[ue]s? | de l’| de la | à ).*$/i, ' du secteur Nord'),
          limite: procedure.limite,
        },
        'lieu',
      ),
    ];
  if (draws.chance(0.03))
    return [
      {
        ...base,
        trap: 'acheteur',
        procedure: {
          ...procedure,
          buyer: { ...procedure.buyer, nom: draws.pick(['COMMUNE', 'MAIRIE', 'Ville', 'Communauté de communes']) },
        },
      },
    ];
  return [base];
}

function* views(draws: Draws, seed: number, told: Told): Generator<Labelled> {
  const european = draws.chance(0.25);
  const { platform } = told;
  const small = !european && draws.chance(0.2);
  const shown = ([] as SourceCode[]).concat(
    !small && draws.chance(0.97) ? ['boamp'] : [],
    european && draws.chance(0.88) ? ['ted'] : [],
    draws.chance(small ? 0.95 : 0.7) ? [platform] : [],
    draws.some(
      AGGREGATORS,
      draws.weighted([
        [0, 50],
        [1, 35],
        [2, 15],
      ]),
    ),
  );
  const moved = draws.chance(0.06) ? told.procedure.limite.day + draws.between(4, 16) : null;
  for (const source of shown) {
    const own = new Draws(seed, `${told.key}.${source}`);
    yield { notice: view(own, told, source, platform, european, moved), truth: told.key, trap: told.trap };
  }
}

function view(
  draws: Draws,
  told: Told,
  source: SourceCode,
  platform: SourceCode,
  european: boolean,
  moved: number | null,
): MatchNotice {
  const { procedure: p } = told;
  const official = source === 'boamp' || source === 'ted';
  const aggregator = AGGREGATORS.some((code) => code === source);
  const first = deadline(draws, p.limite.day, p.limite.time, official);
  const later = moved !== null && draws.chance(0.6) ? deadline(draws, moved, p.limite.time, official) : null;
  const named = p.consultation.adresse === p.consultation.profil ? [] : consultationKeys(p.consultation.adresse);
  const dept = p.departements;
  return {
    id: `${source}/${told.key}`,
    source,
    identifiants: [source === 'boamp' ? `26-${told.key}` : `${source}-${told.key}`],
    titre: title(draws, p.objet, official),
    acheteur: {
      nom: official ? p.buyer.nom : buyer(draws, p.buyer.nom),
      siret: draws.chance(official ? 0.5 : aggregator ? 0.4 : 0) ? p.buyer.siret : null,
      departement: draws.chance(0.9) ? p.buyer.departement : null,
    },
    // Gazettes keep both, platforms show the last.
    dates_limites: draws.chance(0.02) ? [] : later === null ? [first] : official ? [later, first] : [later],
    date_publication: dayText(told.day + (source === 'boamp' ? 0 : draws.between(0, 3))),
    cpv:
      official || aggregator
        ? draws.chance(0.85)
          ? p.subject.cpv[0]
          : draws.chance(0.5)
            ? `${p.subject.cpv[0].slice(0, 2)}000000`
            : null
        : null,
    type_marche: draws.chance(0.9) ? TYPES[p.subject.type] : null,
    budget: draws.chance(0.4) ? (p.budget?.haut ?? null) : null,
    nb_lots: draws.chance(0.7) ? Math.max(1, p.lots.length) : null,
    departements: draws.chance(0.9) ? (official ? dept : dept.slice(0, 1)) : [],
    keys: {
      procedure_uuid: european && official ? p.uuid : null,
      joue:
        european && source === 'ted'
          ? [`${told.key}-2026`]
          : european && source === 'boamp' && draws.chance(0.2)
            ? [`${told.key}-2026`]
            : [],
      boamp: aggregator && draws.chance(0.25) ? [`26-${told.key}`] : [],
      consultations:
        official || aggregator || source === platform ? (source === platform || draws.chance(0.8) ? named : []) : [],
      reference_acheteur: draws.chance(0.7) ? (draws.chance(0.9) ? p.reference : `${p.reference}A`) : null,
    },
  };
}

function deadline(draws: Draws, day: number, time: string, official: boolean): string {
  if (!official && draws.chance(0.15)) return endOfParisDay(dayText(day));
  const hour =
    !official && draws.chance(0.03) ? `${String(Number(time.slice(0, 2)) - 1).padStart(2, '0')}${time.slice(2)}` : time;
  return parisWallClock(`${dayText(day)}T${hour}`).value as string;
}

function title(draws: Draws, objet: string, official: boolean): string {
  let text = objet;
  if (draws.chance(official ? 0.1 : 0.25)) text = text.toUpperCase();
  if (!official && draws.chance(0.15)) text = text.normalize('NFD').replace(/\p{M}/gu, '');
  if (!official && draws.chance(0.12)) text = text.slice(0, draws.pick([80, 80, 100, 128, 256]));
  if (!official && draws.chance(0.03)) text = `${text} (2026-${draws.between(1, 300)})`;
  return text;
}

function buyer(draws: Draws, nom: string): string {
  let text = nom;
  const town = nom.replace(/^(Commune de|VILLE DE|Mairie d[e’]) ?/i, '');
  if (town !== nom)
    text = draws.pick([`Mairie de ${town}`, `COMMUNE DE ${town.toUpperCase()}`, `Ville de ${town}`, nom, town]);
  text = text.replace(/^Communauté de communes (du )?/, (all) => draws.pick([all, 'CC ', 'CC du ']));
  text = text.replace(/^Communauté d'agglomération de/, (all) => draws.pick([all, 'CA de', 'CA']));
  text = text.replace(/^Centre hospitalier/, (all) => draws.pick([all, 'CH', 'CENTRE HOSPITALIER']));
  text = text.replace(/^Office public de l'habitat/, (all) => draws.pick([all, 'OPH']));
  if (draws.chance(0.2)) text = text.toUpperCase();
  if (draws.chance(0.1)) text = text.slice(0, 30);
  return text;
}
