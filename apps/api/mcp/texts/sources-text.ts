import { counted, joined } from './words.js';

interface SourceServie {
  code: string;
  nom: string;
  licence: string;
  etat: string;
  avis_ouverts: number;
  retard_minutes: number | null;
}

/** Of `list_sources`. */
export function sourcesText({ data }: { data: SourceServie[] }): string {
  return [`${data.length} sources :`, ...data.map(sourceLine)].join('\n');
}

function sourceLine({ code, nom, licence, etat, avis_ouverts, retard_minutes }: SourceServie): string {
  return joined(
    `${code} : ${nom}`,
    licence,
    etat === 'coupee' && 'coupée',
    counted(avis_ouverts, 'avis ouvert', 'avis ouverts'),
    retard_minutes !== null && `en retard de ${retard_minutes} min`,
  );
}
