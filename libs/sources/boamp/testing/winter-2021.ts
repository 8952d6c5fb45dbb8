import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BoampRecord } from '../record.js';
import { SAMPLES, warnAbsent } from './samples-folder.js';

/** A notice of January or February 2021 as the sample gives it: tables, not the gazette's own document. */
export interface Row {
  idweb: string;
  mois_lot: string;
  nature: string[];
  statut: string[];
  identite: Record<string, string | undefined>;
  delais?: { reception_offres?: string; reception_candidatures?: string };
  annonces_anterieures?: { idweb?: string; joue?: string }[];
  rectif?: { idweb_rectifie: string; modifications: Modification[]; info_complementaire: string | null };
  annulation?: { idweb_annule: string; motif?: string };
}

interface Modification {
  rubrique?: string;
  apres_mention?: string;
  au_lieu_de?: string;
  lire?: string;
}

/** Every notice of the sample; null where it is absent. */
export function winter2021(): Row[] | null {
  const path = `${SAMPLES}/boamp_2021_t1/boamp_2021_01_02.jsonl.gz`;
  if (!existsSync(path)) {
    warnAbsent(path);
    return null;
  }
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** The row put back into the classic shape, in the spelling of the schemas. */
export function recordOf({
  idweb,
  nature,
  statut,
  identite,
  annonces_anterieures,
  rectif,
  annulation,
}: Row): BoampRecord {
  const word = nature[0]?.split('/')[0]?.toUpperCase().replace('APPELOFFRE', 'APPEL_OFFRE') ?? null;
  const changes = rectif?.modifications.map(({ rubrique, apres_mention, au_lieu_de, lire }) => ({
    RUB_INIT: rubrique ?? '',
    APRES_MENTION: apres_mention ?? '',
    INIT: au_lieu_de ?? '',
    LIRE: lire ?? '',
  }));
  return {
    idweb,
    flat: {
      idweb,
      nature: word,
      etat: statut[0]?.toUpperCase(),
      annonce_lie: (annonces_anterieures ?? []).map((cited) => cited.idweb ?? ''),
    },
    gestion: {},
    donnees: {
      IDENTITE: identite,
      ...(rectif && {
        RECTIF: { IDWEB: rectif.idweb_rectifie, MODIFICATION: changes, INFO_COMPL: rectif.info_complementaire },
      }),
      ...(annulation && { ANNULATION: { IDWEB: annulation.idweb_annule, MOTIF: annulation.motif ?? '' } }),
    },
  };
}
