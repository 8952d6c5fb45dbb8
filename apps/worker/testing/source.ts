import type { Collect, CollectedBatch, RawDocument } from '#sources/adapter';

/** A BOAMP record of the FNSimple shape, small and complete enough to be served. */
export function boampRecord(number: number, titre = `Marché ${number}`): Record<string, unknown> {
  return {
    idweb: `26-${number}`,
    id: `26-${number}`,
    objet: titre,
    nature: 'APPEL_OFFRE',
    etat: 'INITIAL',
    famille: 'FNS',
    dateparution: '2026-11-02',
    nomacheteur: 'Ville de Brest',
    code_departement: ['29'],
    type_marche: ['TRAVAUX'],
    url_avis: `https://www.boamp.fr/avis/detail/26-${number}`,
    donnees: JSON.stringify({
      FNSimple: {
        organisme: { acheteurPublic: 'Ville de Brest', cp: '29200', ville: 'Brest' },
        initial: { natureMarche: { intitule: titre, description: `${titre}, description` } },
      },
    }),
    gestion: JSON.stringify({ REFERENCE: { IDWEB: `26-${number}` } }),
  };
}

export function boampDocument(number: number, titre?: string): RawDocument {
  return {
    source: 'boamp',
    identifiant: `26-${number}`,
    format: 'boamp-json',
    url: `https://example.org/26-${number}`,
    body: Buffer.from(JSON.stringify(boampRecord(number, titre))),
  };
}

/** A source that gives these documents, `size` at a time, from where the last run ended. */
export function sourceOf(documents: readonly RawDocument[], size = 100): Collect {
  return async function* collect({ position }): AsyncGenerator<CollectedBatch> {
    let at = (position?.['at'] as number | undefined) ?? 0;
    while (at < documents.length) {
      const batch = documents.slice(at, at + size);
      at += batch.length;
      yield await Promise.resolve({ documents: batch, position: { at }, faults: [], progress: at / documents.length });
    }
  };
}
