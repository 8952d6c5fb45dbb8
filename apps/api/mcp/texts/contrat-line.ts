import type { ContratServi } from '#contract/contrats';
import { acheteurWords } from './avis-line.js';
import { euros, joined, short } from './words.js';

/** A contract on one line. A holder that may not be disclosed has no name. */
export function contratLine(contrat: ContratServi): string {
  const { objet, acheteur, titulaire, cotitulaires, montant, date_notification, fin_estimee, uid } = contrat;
  return joined(
    short(objet) ?? 'sans objet',
    acheteurWords(acheteur),
    `titulaire ${short(titulaire?.nom, 80) ?? 'non nommé'}${cotitulaires.length === 0 ? '' : ` et ${cotitulaires.length} autres`}`,
    euros(montant),
    date_notification !== null && `notifié ${date_notification}`,
    fin_estimee !== null && `fin estimée ${fin_estimee.date}`,
    `uid ${uid}`,
  );
}
