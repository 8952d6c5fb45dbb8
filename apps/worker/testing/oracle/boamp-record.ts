import type { Publication } from '#sources/publication';

/** A publication of the oracle's history as the gazette gives it: a record of the FNSimple shape. */
export function boampRecordOf(one: Publication): Record<string, unknown> {
  const cancelled = one.kind === 'cancellation';
  const limite = one.content.date_limite ?? null;
  return {
    idweb: one.identifiant,
    id: one.identifiant.replace('-', '_'),
    objet: one.content.titre ?? 'Annulation',
    famille: 'FNS',
    // The cancellation of an award leaves the tender open.
    nature: cancelled ? (one.closes ? 'ANNULATION' : 'ATTRIBUTION') : 'APPEL_OFFRE',
    etat: cancelled ? 'ANNULATION' : one.kind === 'correction' ? 'RECTIFICATIF' : 'INITIAL',
    dateparution: one.date_publication,
    nomacheteur: 'Commune de Saint-Étienne',
    code_departement: ['42'],
    type_marche: ['TRAVAUX'],
    annonce_lie: one.cites,
    gestion: JSON.stringify({
      REFERENCE: { IDWEB: one.identifiant },
      INDEXATION: { DATE_LIMITE_REPONSE: limite === null ? undefined : parisClock(limite) },
    }),
    donnees: JSON.stringify({
      FNSimple: {
        organisme: { nomOfficiel: 'Commune de Saint-Étienne', cp: '42000', ville: 'Saint-Étienne' },
        ...(cancelled
          ? { annulation: { infosAnnulation: one.motif } }
          : { initial: { natureMarche: { intitule: one.content.titre, description: one.motif } } }),
      },
    }),
  };
}

/** The gazette writes the clock in Paris. */
function parisClock(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' });
}
