import { dayText } from '../calendar.js';
import { cancellationReason } from '../eforms/changes.js';
import { children, type Content, type Element } from '../eforms/element.js';
import { CAPACITIES, IN_THE_DOCUMENTS } from '../facts/texts.js';
import { winner } from '../facts/winners.js';
import { type Notice } from '../notice.js';
import { type PublishedDeadline, publishedSiret, publishedText, quirkDraws } from '../quirks.js';

type Fields = { [name: string]: Content };

/** National notices above 90,000 euros: `donnees.FNSimple`. */
export function fnSimpleData(seed: number, notice: Notice, deadline: PublishedDeadline | null): Fields {
  const { buyer } = notice.procedure;
  const shouting = quirkDraws(seed, notice, 'casse').chance(0.3);
  return {
    organisme: {
      nomOfficiel: shouting ? buyer.nom.toUpperCase() : buyer.nom,
      // Always empty in the real records; the identifier is beside it.
      typeIdentificationNational: { siret: '' },
      codeIdentificationNational: publishedSiret(seed, notice),
      ville: buyer.ville,
      cp: buyer.cp,
      grpCommandes: { non: '' },
    },
    ...body(seed, notice, deadline),
  };
}

function body(seed: number, notice: Notice, deadline: PublishedDeadline | null): Fields {
  const avisInitial = { idWeb: notice.cited?.identifiant ?? '' };
  switch (notice.kind) {
    case 'initial':
      return { initial: initial(seed, notice, deadline) };
    case 'correction':
      return {
        rectificatif: {
          avisInitial,
          natureMarche: { ...subject(seed, notice), criteresAttrib: 'énoncé dans le RC' },
          infosRectif: correctionText(notice),
        },
      };
    // No sample shows the two blocks below: the link and the reason stand where those of `rectificatif` do.
    case 'cancellation':
      return {
        annulation: { avisInitial, natureMarche: subject(seed, notice), infosAnnulation: cancellationReason(notice) },
      };
    case 'attribution':
      return { attribution: attribution(seed, notice) };
  }
}

function initial(seed: number, notice: Notice, deadline: PublishedDeadline | null): Fields {
  const { procedure } = notice;
  const { consultation } = procedure;
  const precise = consultation.adresse !== consultation.profil;
  return {
    communication: {
      urlDocConsul: precise ? escaped(consultation.adresse) : undefined,
      urlProfilAch: precise ? undefined : consultation.profil,
      identifiantInterne: procedure.reference,
      docSecurite: { oui: '' },
      urlSecurite: { non: '' },
      nomContact: 'Service de la commande publique',
      adresseMailContact: 'marches@acheteur.example',
    },
    procedure: {
      procedureAdapteeO: '',
      capaciteExercice: CAPACITIES.exercice,
      capaciteEcoFin: CAPACITIES.economique,
      capaciteTech: CAPACITIES.technique,
      techAchat: procedure.accordCadre ? { accordCadre: '' } : { autres: '' },
      dateReceptionOffres: deadline?.donnees,
      presOffres: { interdite: '' },
      nbCandidatReduit: { non: '' },
      attributionSansNegociation: { oui: { '@xsi:type': 'xs:string' } },
      variantes: { non: { '@xsi:type': 'xs:string' } },
      criteresAttrib: criteria(notice),
    },
    natureMarche: {
      ...subject(seed, notice),
      lieuExecution: `(${procedure.buyer.departement}) ${procedure.buyer.ville}`,
      dureeMois: procedure.dureeMois === null ? undefined : String(procedure.dureeMois),
      valeurEstimee: estimate(notice),
      tranches: { non: { '@xsi:type': 'xs:string' } },
      reservationMarche: { non: '' },
      lotsMarche:
        procedure.lots.length > 0
          ? { oui: { '@ns2:type': 'ns4:boolean', '#text': 'true' } }
          : { non: { '@xsi:type': 'xs:string' } },
    },
    lots: procedure.lots.length > 0 ? { lot: children(procedure.lots.map((lot) => lotOf(notice, lot))) } : undefined,
    informComplementaire: { non: '', autresInformComplementaire: procedure.renseignements ?? undefined },
  };
}

function subject(seed: number, notice: Notice): Fields {
  const { procedure } = notice;
  const nature = { TRAVAUX: 'travaux', SERVICES: 'services', FOURNITURES: 'fournitures' }[procedure.subject.type];
  return {
    intitule: publishedText(seed, notice, 'titre', procedure.objet),
    codeCPV: { objetPrincipal: { classPrincipale: procedure.subject.cpv[0] } },
    natureMarche: { [nature]: '' },
    description: publishedText(seed, notice, 'description', procedure.description),
  };
}

function estimate(notice: Notice): Element | undefined {
  const { budget } = notice.procedure;
  if (budget === null) return undefined;
  if (budget.bas === null) return { '@devise': 'EUR', valeur: String(budget.haut) };
  return { '@devise': 'EUR', fourchette: { valeurBasse: String(budget.bas), valeurHaute: String(budget.haut) } };
}

function lotOf(notice: Notice, lot: Notice['procedure']['lots'][number]): Element {
  return {
    description: `${lot.numero}- ${lot.intitule} `,
    codeCPV: { objetPrincipal: { classPrincipale: lot.cpv } },
    estimationValeur: lot.budget === null ? undefined : { '@devise': 'EUR', valeur: String(lot.budget) },
    lieuExecutionLivraison: notice.procedure.buyer.ville,
  };
}

function criteria(notice: Notice): string {
  const { criteres } = notice.procedure;
  return criteres === null ? IN_THE_DOCUMENTS : criteres.map((one) => `${one.nom} : ${one.poids} %`).join('\n');
}

function attribution(seed: number, notice: Notice): Fields {
  const draws = quirkDraws(seed, notice, 'resultat');
  const numbers = notice.lots.length > 0 ? notice.lots : notice.procedure.lots.map((lot) => lot.numero);
  const decisions = (numbers.length > 0 ? numbers : [1]).map((numero) => ({
    numLot: String(numero),
    intitule: notice.procedure.lots.find((lot) => lot.numero === numero)?.intitule ?? notice.procedure.objet,
    titulaire: { denomination: winner(seed, notice.key).nom, cp: '44000', ville: 'Nantes' },
    montant: { '@devise': 'EUR', '#text': String(draws.between(20_000, notice.procedure.budget?.haut ?? 400_000)) },
    nbOffresRecues: String(draws.between(1, 9)),
    dateAttribution: dayText(notice.day - draws.between(4, 20)),
  }));
  return {
    avisInitial: { idWeb: notice.cited?.identifiant ?? '' },
    natureMarche: subject(seed, notice),
    attributions: { attribution: children(decisions) },
  };
}

/** What a national correction changes, in its own words. */
export function correctionText(notice: Notice): string {
  const { change, procedure } = notice;
  if (change?.what === 'limite') {
    const [before, after] = [procedure.limite, change.limite].map(
      (one) => `${dayMonthYear(dayText(one.day))} à ${hour(one.time)}`,
    );
    return `Rubrique : Date et heure limites de réception des plis, Au lieu de ${before}, lire ${after}`;
  }
  if (change?.what === 'reference') {
    return `Rubrique : Numéro de référence, Au lieu de ${procedure.reference}, lire ${change.reference}`;
  }
  return 'Le règlement de la consultation et le bordereau des prix ont été modifiés ; se reporter au profil d’acheteur.';
}

function dayMonthYear(text: string): string {
  return text.split('-').reverse().join('/');
}

function hour(time: string): string {
  return time.slice(0, 5).replace(':', 'h');
}

/** Addresses are stored with their ampersands escaped in the text itself. */
function escaped(url: string): string {
  return url.replaceAll('&', '&amp;');
}
