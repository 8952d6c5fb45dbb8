import type { Registre } from '#contrats/registres';
import { dayText } from '../calendar.js';
import { Draws } from '../draws.js';
import { type Contract } from './contract.js';
import {
  publishedBuyer,
  publishedCpv,
  publishedHolders,
  publishedMontant,
  publishedNotification,
  publishedNumber,
  publishedObjet,
  publishedPlace,
  zoned,
} from './spelling.js';

const SOURCES_OF: Record<Registre, string> = {
  decp_minef: 'marches-publics.info',
  pes_marche: 'data.gouv.fr_pes',
  aife_dume: 'data.gouv.fr_aife',
};

/** A record of format 2019. @param suffix two digits of the modification; empty for numbers of another form. */
export function record2019(
  seed: number,
  contract: Contract,
  registre: Registre,
  suffix: string,
): Record<string, unknown> {
  const draws = new Draws(seed, `decp.2019.${contract.key}`);
  const id = contract.numero + suffix;
  const buyer = { id: publishedBuyer(seed, contract) ?? undefined, nom: contract.buyer.nom };
  const common = {
    id,
    source: SOURCES_OF[registre],
    objet: publishedObjet(seed, contract, registre, 2019).slice(0, 256),
    procedure: contract.procedure,
    dureeMois: publishedNumber(seed, contract, 'duree', contract.dureeMois),
    datePublicationDonnees:
      registre === 'aife_dume' && draws.chance(0.91)
        ? undefined
        : registre === 'pes_marche'
          ? zoned(contract.publication)
          : dayText(contract.publication),
  };
  const holders = publishedHolders(seed, contract, contract.holders).map(({ typeIdentifiant, id: siret, nom }) => ({
    typeIdentifiant,
    id: siret,
    denominationSociale: nom,
  }));
  const modifications = contract.modifications.map((one) => ({
    id: one.id,
    dateNotificationModification: registre === 'aife_dume' && draws.chance(0.7) ? undefined : dayText(one.notification),
    datePublicationDonneesModification: dayText(one.publication),
    objetModification: 'Avenant',
    montant: one.montant ?? undefined,
    dureeMois: one.dureeMois ?? undefined,
  }));
  if (contract.concession) {
    return {
      ...common,
      _type: 'Contrat de concession',
      autoriteConcedante: buyer,
      nature: 'Délégation de service public',
      dateSignature: dayText(contract.notification),
      valeurGlobale: publishedMontant(seed, contract),
      concessionnaires: holders,
      modifications,
      donneesExecution: [],
    };
  }
  return {
    ...common,
    _type: 'Marché',
    acheteur: buyer,
    nature: contract.accordCadre ? 'Accord-cadre' : 'Marché',
    codeCPV: publishedCpv(seed, contract, registre) ?? undefined,
    lieuExecution: { ...publishedPlace(seed, contract), nom: contract.buyer.ville },
    dateNotification: publishedNotification(seed, contract, registre, 2019) ?? undefined,
    montant: publishedMontant(seed, contract),
    formePrix: draws.pick(['Ferme', 'Ferme et actualisable', 'Révisable']),
    titulaires: holders,
    modifications,
    donneesExecution: [],
  };
}
