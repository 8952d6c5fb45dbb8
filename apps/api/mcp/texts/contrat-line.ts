import type { ContratServi } from '#contract/contrats';
import { acheteurWords } from './avis-line.js';
import { counted, euros, joined, short } from './words.js';

/**
 * A contract on one line. A holder that may not be disclosed has no name.
 * @param known on whose record the line stands, and who is not named again on each of them.
 */
export function contratLine(contrat: ContratServi, known?: 'acheteur' | 'titulaire'): string {
  const { objet, acheteur, titulaire, cotitulaires, montant, date_notification, fin_estimee, uid } = contrat;
  const others = cotitulaires.length === 0 ? null : counted(cotitulaires.length, 'cotitulaire', 'cotitulaires');
  return joined(
    short(objet) ?? 'sans objet',
    known !== 'acheteur' && acheteurWords(acheteur),
    known !== 'titulaire' && `titulaire ${short(titulaire?.nom, 80) ?? 'non nommé'}`,
    others,
    euros(montant),
    date_notification !== null && `notifié ${date_notification}`,
    fin_estimee !== null && `fin estimée ${fin_estimee.date}`,
    `uid ${uid}`,
  );
}
