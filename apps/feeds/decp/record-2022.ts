import type { Registre } from '#contrats/registres';
import { dayText } from '../calendar.js';
import { Draws } from '../draws.js';
import { type Contract, type ContractModification } from './contract.js';
import {
  hasBrokenHolder,
  publishedBuyer,
  publishedConsiderations,
  publishedCpv,
  publishedHolders,
  publishedInnovant,
  publishedMontant,
  publishedNotification,
  publishedNumber,
  publishedObjet,
  publishedPlace,
} from './spelling.js';

/** A record of format 2022, keys in the order of real files. Undefined keys are not written. */
export type Record2022 = Record<string, unknown>;

const TYPES_PRIX = ['Définitif ferme', 'Définitif actualisable', 'Définitif révisable'];
const CCAG = ['Fournitures courantes et services', 'Travaux', 'Prestations intellectuelles', 'Pas de CCAG'];

/** @param suffix two digits of the modification; empty for numbers of another form. */
export function record2022(seed: number, contract: Contract, registre: Registre, suffix: string): Record2022 {
  const id = contract.numero + suffix;
  return contract.concession ? concession(seed, contract, registre, id) : { id, ...marche(seed, contract, registre) };
}

function marche(seed: number, contract: Contract, registre: Registre): Record2022 {
  const draws = new Draws(seed, `decp.divers.${contract.key}`);
  const { sociales, environnement } = publishedConsiderations(seed, contract);
  const techniques = contract.accordCadre ? ['Accord-cadre'] : ['Sans objet'];
  const avance = draws.chance(0.3);
  return {
    ...(registre === 'decp_minef' ? { source: 'marches-publics.info', _type: 'Marché' } : {}),
    acheteur: { id: publishedBuyer(seed, contract) ?? undefined },
    nature: contract.nature,
    objet: publishedObjet(seed, contract, registre, 2022),
    codeCPV: publishedCpv(seed, contract, registre) ?? undefined,
    techniques: { technique: techniques },
    modalitesExecution: { modaliteExecution: [draws.chance(0.4) ? 'Bons de commande' : 'Sans objet'] },
    procedure: contract.procedure,
    lieuExecution: publishedPlace(seed, contract),
    dureeMois: publishedNumber(seed, contract, 'duree', contract.dureeMois),
    dateNotification: publishedNotification(seed, contract, registre, 2022) ?? undefined,
    datePublicationDonnees: dayText(contract.publication),
    montant: publishedMontant(seed, contract),
    formePrix: contract.formePrix,
    typesPrix: { typePrix: [draws.pick(TYPES_PRIX)] },
    ccag: draws.pick(CCAG),
    offresRecues: publishedNumber(seed, contract, 'offres', contract.offres),
    marcheInnovant: publishedInnovant(seed, contract),
    attributionAvance: avance,
    tauxAvance: avance ? draws.pick([0.05, 0.1, 0.3]) : 0,
    typeGroupementOperateurs: contract.holders.length > 1 ? 'Solidaire' : 'Pas de groupement',
    sousTraitanceDeclaree: contract.subcontractor !== null,
    considerationsSociales: { considerationSociale: sociales },
    considerationsEnvironnementales: { considerationEnvironnementale: environnement },
    ...(draws.chance(0.1) ? { origineUE: draws.pick([0, 0.5, 1]), origineFrance: draws.pick([0, 0.5, 1]) } : {}),
    titulaires: holders(seed, contract, contract.holders, 'titulaire'),
    ...subcontracting(contract),
    modifications: contract.modifications.map((one) => ({ modification: modification(seed, contract, registre, one) })),
  };
}

function holders(seed: number, contract: Contract, who: Contract['holders'], name: string): unknown[] {
  const published = publishedHolders(seed, contract, who).map(({ typeIdentifiant, id }) => ({
    [name]: { typeIdentifiant, id },
  }));
  return hasBrokenHolder(seed, contract) ? [...published, { [name]: 'typeIdentifiant' }] : published;
}

function subcontracting(contract: Contract): Record2022 {
  const { subcontractor, notification, publication, montant } = contract;
  if (subcontractor === null) return {};
  const part = Math.round(montant / 10);
  return {
    actesSousTraitance: [
      {
        acteSousTraitance: {
          id: 1,
          sousTraitant: { typeIdentifiant: 'SIRET', id: subcontractor.siret },
          dureeMois: Math.ceil(contract.dureeMois / 2),
          dateNotification: dayText(notification + 20),
          montant: part,
          variationPrix: 'Révisable',
          datePublicationDonnees: dayText(publication),
        },
      },
    ],
    modificationsActesSousTraitance: [
      {
        modificationActeSousTraitance: {
          id: 1,
          dureeMois: contract.dureeMois,
          dateNotificationModificationSousTraitance: dayText(notification + 90),
          montant: part * 2,
          datePublicationDonnees: dayText(publication),
        },
      },
    ],
  };
}

/** AIFE leaves out when they were notified (22 of its 31 modifications of 2019). */
function modification(seed: number, contract: Contract, registre: Registre, one: ContractModification): Record2022 {
  const dated = registre !== 'aife_dume' || new Draws(seed, `decp.avenant-date.${contract.key}.${one.id}`).chance(0.3);
  return {
    id: one.id,
    dateNotificationModification: dated ? dayText(one.notification) : undefined,
    datePublicationDonneesModification: dayText(one.publication),
    montant: one.montant ?? undefined,
    dureeMois: one.dureeMois ?? undefined,
    titulaires: one.holders === null ? undefined : holders(seed, contract, one.holders, 'titulaire'),
  };
}

function concession(seed: number, contract: Contract, registre: Registre, id: string): Record2022 {
  const { sociales, environnement } = publishedConsiderations(seed, contract);
  return {
    id,
    ...(registre === 'decp_minef' ? { _type: 'Contrat de concession' } : {}),
    autoriteConcedante: { id: publishedBuyer(seed, contract) ?? undefined },
    nature: contract.subject.type === 'TRAVAUX' ? 'Concession de travaux' : 'Délégation de service public',
    objet: publishedObjet(seed, contract, registre, 2022),
    procedure: 'Procédure négociée ouverte',
    dureeMois: contract.dureeMois,
    dateSignature: dayText(contract.notification),
    datePublicationDonnees: dayText(contract.publication),
    dateDebutExecution: dayText(contract.notification + 30),
    valeurGlobale: publishedMontant(seed, contract),
    montantSubventionPublique: 0,
    concessionnaires: holders(seed, contract, contract.holders, 'concessionnaire'),
    considerationsSociales: { considerationSociale: sociales },
    considerationsEnvironnementales: { considerationEnvironnementale: environnement },
    modifications: contract.modifications.map((one) => ({
      modification: {
        id: one.id,
        dateSignatureModification: dayText(one.notification),
        datePublicationDonneesModification: dayText(one.publication),
        dureeMois: one.dureeMois ?? undefined,
        valeurGlobale: one.montant ?? undefined,
      },
    })),
  };
}
