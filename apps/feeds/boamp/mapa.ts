import { dayText } from '../calendar.js';
import { children, type Content } from '../eforms/element.js';
import { type Notice } from '../notice.js';
import { type PublishedDeadline, publishedText } from '../quirks.js';

/** Adapted procedures below 90,000 euros: `donnees.MAPA`. They give neither SIRET, CPV nor value. */
export function mapaData(
  seed: number,
  notice: Notice,
  deadline: PublishedDeadline | null,
): { [name: string]: Content } {
  const { procedure } = notice;
  const { buyer, consultation, criteres, lots } = procedure;
  const nature = { TRAVAUX: 'travaux', SERVICES: 'services', FOURNITURES: 'fournitures' }[procedure.subject.type];
  return {
    organisme: {
      acheteurPublic: buyer.nom,
      adr: { voie: { nomvoie: buyer.adresse }, cp: buyer.cp, ville: buyer.ville },
      coord: { url: buyer.site },
      urlProfilAcheteur: consultation.adresse.replaceAll('&', '&amp;'),
      classificationOrganisme: '7',
    },
    initial: {
      natureMarche: { [nature]: '' },
      description: { objet: publishedText(seed, notice, 'description', procedure.description) },
      criteres:
        criteres === null
          ? { critereCDC: '' }
          : {
              criterePondere: children(criteres.map((one) => ({ critere: one.nom, criterePCT: String(one.poids) }))),
            },
      procedure: { procedureAdaptee: '' },
      duree:
        procedure.dureeMois === null && procedure.debut === null
          ? undefined
          : {
              nbMois: procedure.dureeMois === null ? undefined : String(procedure.dureeMois),
              dateACompterDu: procedure.debut === null ? undefined : dayText(procedure.debut),
            },
      delais: { receptionOffres: deadline?.donnees },
      renseignements: { idMarche: procedure.reference },
      adressesComplt: { envoi: { coord: { url: consultation.adresse.replaceAll('&', '&amp;') } } },
      lots:
        lots.length === 0
          ? undefined
          : { lot: children(lots.map((lot) => ({ numLot: String(lot.numero), description: lot.intitule }))) },
    },
  };
}
