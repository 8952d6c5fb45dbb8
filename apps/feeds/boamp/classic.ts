import { dayText } from '../calendar.js';
import { cancellationReason } from '../eforms/changes.js';
import { children, type Content, type Element } from '../eforms/element.js';
import { CAPACITIES } from '../facts/texts.js';
import { winner } from '../facts/winners.js';
import { type Notice } from '../notice.js';
import { type PublishedDeadline, publishedSiret, publishedText, quirkDraws } from '../quirks.js';

type Fields = { [name: string]: Content };

/** Measured, T1 2021: 19.8 % of classic notices identify their buyer. */
const GIVES_AN_IDENTIFIER = 0.198;

/** The gazette's own schema of before eForms: `donnees` holds its blocks directly. */
export function classicData(seed: number, notice: Notice, deadline: PublishedDeadline | null): Fields {
  const { buyer, consultation } = notice.procedure;
  const identified = quirkDraws(seed, notice, 'identifie').chance(GIVES_AN_IDENTIFIER);
  return {
    IDENTITE: {
      DENOMINATION: buyer.nom,
      CODE_IDENT_NATIONAL: identified ? publishedSiret(seed, notice) : undefined,
      ADRESSE: buyer.adresse,
      CP: buyer.cp,
      VILLE: buyer.ville,
      TEL: '(+33) 1-00-00-00-00',
      URL: buyer.site,
      URL_PROFIL_ACHETEUR: consultation.adresse.replaceAll('&', '&amp;'),
    },
    TYPE_ORGANISME: { COMMUNE: '' },
    OBJET: object(seed, notice),
    ...(notice.kind === 'initial' ? tender(notice, deadline) : follow(seed, notice)),
  };
}

function object(seed: number, notice: Notice): Fields {
  const { procedure } = notice;
  const { subject, buyer, lots, budget } = procedure;
  const type = { TRAVAUX: 'TRAVAUX', SERVICES: 'SERVICE', FOURNITURES: 'FOURNITURES' }[subject.type];
  const typed = quirkDraws(seed, notice, 'type').chance(0.5);
  return {
    TITRE_MARCHE: publishedText(seed, notice, 'titre', procedure.objet),
    TYPE_MARCHE: typed ? { [type]: '' } : undefined,
    OBJET_COMPLET: publishedText(seed, notice, 'description', procedure.description),
    CPV: { PRINCIPAL: subject.cpv[0], SUPPLEMENTAIRE: children(subject.cpv.slice(1)) },
    LIEU_EXEC_LIVR: { ADRESSE: buyer.adresse, CP: buyer.cp, VILLE: buyer.ville, CODE_NUTS: buyer.nuts ?? undefined },
    CARACTERISTIQUES: budget === null ? undefined : { VALEUR: { '@DEVISE': 'EUR', '#text': String(budget.haut) } },
    DUREE_DELAI:
      procedure.dureeMois === null && procedure.debut === null
        ? undefined
        : {
            DUREE_MOIS: procedure.dureeMois === null ? undefined : String(procedure.dureeMois),
            DATE_DEBUT: procedure.debut === null ? undefined : dayText(procedure.debut),
          },
    DIV_EN_LOTS: lots.length > 0 ? { OUI: '', OFFRE_PLUSIEURS: '' } : { NON: '' },
    LOTS:
      lots.length === 0
        ? undefined
        : {
            LOT: children(
              lots.map((lot) => ({
                NUM: String(lot.numero),
                INTITULE: lot.intitule,
                DESCRIPTION: lot.description,
                CPV: { PRINCIPAL: lot.cpv },
              })),
            ),
          },
  };
}

function tender(notice: Notice, deadline: PublishedDeadline | null): Fields {
  const { procedure } = notice;
  const type = { open: 'OUVERT', restricted: 'RESTREINT', 'neg-w-call': 'NEGOCIE' }[procedure.procedure];
  const received = procedure.procedure === 'open' ? 'RECEPT_OFFRES' : 'RECEPT_CANDIDAT';
  return {
    PROCEDURE: {
      TYPE_PROCEDURE: { [type]: '' },
      CRITERES_ATTRIBUTION:
        procedure.criteres === null
          ? { CRITERES_CCTP: '' }
          : {
              CRITERES_PONDERES: {
                CRITERE: children(procedure.criteres.map((one) => ({ '@POIDS': String(one.poids), '#text': one.nom }))),
              },
            },
    },
    CONDITION_DELAI: { [received]: deadline?.donnees, VALIDITE_OFFRE: { DUREE_JOUR: '120' } },
    CONDITION_RELATIVE_MARCHE: {
      FINANCEMENT: 'Ressources propres. Paiement par virement sous 30 jours. Prix révisables.',
    },
    CONDITION_PARTICIPATION: {
      SITUATION_JURIDIQUE: CAPACITIES.exercice,
      CAP_ECO: CAPACITIES.economique,
      CAP_TECH: CAPACITIES.technique,
    },
    CONDITION_ADMINISTRATIVE: { REFERENCE_MARCHE: procedure.reference },
    RENSEIGNEMENTS_COMPLEMENTAIRES: { RENS_COMPLEMENT: procedure.renseignements ?? undefined },
  };
}

function follow(seed: number, notice: Notice): Fields {
  const antecedent = { REFERENCE: { IDWEB: notice.cited?.identifiant ?? '' } };
  if (notice.kind === 'correction') return { RECTIF: { ANNONCE_ANTERIEUR: antecedent, ...rectification(notice) } };
  // The names of the tables of 2021; no sample shows the block's own spelling.
  if (notice.kind === 'cancellation') {
    return { ANNULATION: { ANNUL_INFO_ANNONCE_ANTERIEUR: antecedent, MOTIF: cancellationReason(notice) } };
  }
  return { ATTRIBUTION: attribution(seed, notice) };
}

function rectification(notice: Notice): Fields {
  const { change, procedure } = notice;
  if (change?.what === 'limite') {
    const [before, after] = [procedure.limite, change.limite].map((one) => `${dayText(one.day)}T${one.time}+01:00`);
    return { RUB_INIT: 'Date limite de réception des offres', INIT: before, LIRE: after };
  }
  if (change?.what === 'reference') {
    return { RUB_INIT: 'Numéro de référence', INIT: procedure.reference, LIRE: change.reference };
  }
  return {
    RUB_INIT: 'IV.2.2',
    APRES_MENTION: 'Conditions de participation',
    LIRE: 'Se reporter au règlement modifié.',
  };
}

function attribution(seed: number, notice: Notice): Fields {
  const draws = quirkDraws(seed, notice, 'resultat');
  const numbers = notice.lots.length > 0 ? notice.lots : notice.procedure.lots.map((lot) => lot.numero);
  const decisions: Element[] = (numbers.length > 0 ? numbers : [1]).map((numero) => ({
    NUM_LOT: String(numero),
    INTITULE: notice.procedure.lots.find((lot) => lot.numero === numero)?.intitule ?? notice.procedure.objet,
    ATTRIBUE: '',
    TITULAIRE: { DENOMINATION: winner(seed, notice.key).nom, CP: '44000', VILLE: 'Nantes' },
    RENSEIGNEMENT: {
      DATE_ATTRIBUTION: dayText(notice.day - draws.between(4, 20)),
      NB_OFFRE_RECU: String(draws.between(1, 9)),
      MONTANT: { '@DEVISE': 'EUR', '#text': String(draws.between(20_000, notice.procedure.budget?.haut ?? 400_000)) },
    },
  }));
  return { ATTRIBUE_PAR_LOTS_MARCHES: '', DECISION: children(decisions) };
}
