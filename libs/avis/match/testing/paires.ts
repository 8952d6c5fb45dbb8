import { existsSync, readFileSync } from 'node:fs';
import { foldAvis } from '../../fold/fold.js';
import { normaliseBoamp } from '#sources/boamp/normalise';
import { documentOf } from '#sources/boamp/testing/records';
import { recordOf, type Row, winter2021 } from '#sources/boamp/testing/winter-2021';
import { normaliseTedExport } from '#sources/ted-export/normalise';
import { samplesOf } from '#sources/testing/samples';
import { type MatchNotice, matchNoticeOf } from '../notice.js';

const PAIRS = '../shared/samples/paires_boamp_ted/paires.json';

/** A pair of the samples: proven by an OJ number, or deduced from the buyer's exact name and the day of the deadline. */
export interface RealPair {
  ted: string;
  boamp: string[];
  via?: string[];
}

export interface RealPairs {
  certaines_par_numero_joue: RealPair[];
  deduites_nom_exact_et_echeance: RealPair[];
}

/** Null, said loudly by those who read the samples, where they are absent. */
export function realPairs(): RealPairs | null {
  return existsSync(PAIRS) ? (JSON.parse(readFileSync(PAIRS, 'utf8')) as RealPairs) : null;
}

/** Notices of TED in the samples, by number without zeros in front. @param wanted such numbers. */
export function tedNotices(wanted: ReadonlySet<string>): Map<string, MatchNotice> {
  const files = samplesOf('ted_xml_r209_fr').filter(({ name }) =>
    wanted.has(name.replace(/^0*(\d+)[_-](\d{4}).*$/, '$1-$2')),
  );
  const notices = files.flatMap(({ body }) => {
    const read = normaliseTedExport({ source: 'ted', identifiant: '', format: 'ted-export-xml', body });
    if (!read.ok) return [];
    const { publication } = read;
    const facts = foldAvis(publication.identifiant, [publication]);
    return facts === null
      ? []
      : [[publication.identifiant, matchNoticeOf(publication.identifiant, facts, [publication])] as const];
  });
  return new Map(notices);
}

/**
 * Notices of BOAMP of January and February 2021, by number. The sample has neither title, CPV nor day of publication:
 * a title is put in to have the record accepted, then taken out. Awards stand for the tender that they cite: the sample
 * holds few of these.
 */
export function boampNotices(wanted: ReadonlySet<string>): Map<string, MatchNotice> {
  const rows = (winter2021() ?? []).filter(({ idweb }) => wanted.has(idweb));
  const notices = rows.flatMap((row) => {
    const notice = noticeOf(row);
    return notice === null ? [] : [[row.idweb, notice] as const];
  });
  return new Map(notices);
}

function noticeOf(row: Row): MatchNotice | null {
  const { flat, donnees } = recordOf(row);
  const body = documentOf(
    { ...flat, objet: '-titre-' },
    {
      ...(donnees as object),
      IDENTITE: Object.fromEntries(Object.entries(row.identite).map(([name, value]) => [name.toUpperCase(), value])),
      OBJET: { TITRE_MARCHE: 'Sans titre' },
      ...(row.delais && {
        CONDITION_DELAI: { RECEPT_OFFRES: row.delais.reception_offres ?? row.delais.reception_candidatures },
      }),
    },
    { MARCHE: { ANNONCE_ANTERIEUR: (row.annonces_anterieures ?? []).map(antecedent) } },
  );
  const read = normaliseBoamp({ source: 'boamp', identifiant: row.idweb, format: 'boamp-json', body });
  if (!read.ok) return null;
  const publication = { ...read.publication, kind: 'initial' as const };
  const facts = foldAvis(publication.identifiant, [publication]);
  if (facts === null) return null;
  return { ...matchNoticeOf(row.idweb, facts, [publication]), titre: null, date_publication: null };
}

/** `2020/222/546568`: year, number of the gazette, number of the notice. */
function antecedent({ idweb, joue }: { idweb?: string; joue?: string }): object {
  const [annee, parution, numero] = joue?.split('/') ?? [];
  const number = joue && { PUBLICATION_JOUE: { ANNEE: annee, NUM_PARUTION: parution, NUM_ANNONCE: numero } };
  return { REFERENCE: { IDWEB: idweb }, ...number };
}
