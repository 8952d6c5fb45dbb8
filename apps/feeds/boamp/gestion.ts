import { dayText } from '../calendar.js';
import { children, type Content } from '../eforms/element.js';
import { winner } from '../facts/winners.js';
import { type Notice } from '../notice.js';
import { type PublishedDeadline } from '../quirks.js';
import { etatOf, natureOf } from './kinds.js';
import { FAMILLES, PERIMETRES, typeProcedure } from './labels.js';

/** The gazette's own block about a notice, in the XML's JSON rendering. */
export function gestion(
  seed: number,
  notice: Notice,
  objet: string,
  deadline: PublishedDeadline | null,
): { [name: string]: Content } {
  const { procedure, shape, identifiant } = notice;
  const { subject } = procedure;
  const type = typeProcedure(notice);
  const [code, libelle] = subject.descripteur;
  const cited = notice.cited?.identifiant ?? undefined;
  return {
    REFERENCE: {
      IDWEB: identifiant,
      TYPE_AVIS: {
        FAMILLE: { [FAMILLES[shape].code]: '' },
        PERIMETRE: { [PERIMETRES[shape]]: '' },
        NATURE: { [natureOf(notice)]: shape === 'EFORMS' ? { STANDARD: '' } : '' },
        STATUT: { [etatOf(notice)]: '' },
      },
      ANNONCE_ANTERIEUR: cited === undefined || shape === 'CLASSIC' ? undefined : { IDWEB: cited },
    },
    MARCHE:
      cited === undefined || shape !== 'CLASSIC' ? undefined : { ANNONCE_ANTERIEUR: { REFERENCE: { IDWEB: cited } } },
    NOM_HTML: shape === 'CLASSIC' ? `${identifiant}.html` : undefined,
    INDEXATION: {
      SCHEMA: shape === 'CLASSIC' ? undefined : '3.2.5',
      NOMORGANISME: shape === 'CLASSIC' ? undefined : procedure.buyer.nom,
      TITULAIRES: notice.kind === 'attribution' ? { DENOMINATION: winner(seed, notice.key).nom } : undefined,
      TYPE_PROCEDURE: type === null || shape === 'CLASSIC' ? undefined : { [type]: '' },
      DATE_PUBLICATION: dayText(notice.day),
      DATE_LIMITE_REPONSE: deadline?.gestion,
      DATE_FIN_DIFFUSION: dayText(deadline === null ? notice.day + 28 : Math.max(notice.limite.day, notice.day)),
      DESCRIPTEURS: { DESCRIPTEUR: { CODE: code, LIBELLE: libelle } },
      NATURE_MARCHE: { [subject.type]: '' },
      CRITERES_SOCIAUX_ENV:
        procedure.social || procedure.environnement
          ? {
              SOCIAUX: procedure.social ? '' : undefined,
              ENVIRONNEMENTAUX: procedure.environnement ? '' : undefined,
            }
          : undefined,
      DEP_PUBLICATION: children(procedure.departements),
      DEP_PRESTATION: shape === 'CLASSIC' ? procedure.buyer.departement : undefined,
      RESUME_OBJET: objet,
    },
  };
}
