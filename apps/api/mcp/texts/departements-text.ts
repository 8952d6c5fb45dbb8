interface DepartementServi {
  code: string;
  nom: string;
  avis_ouverts: number;
}

/** Of `list_departements`. */
export function departementsText({ data }: { data: DepartementServi[] }): string {
  const counts = data.map(({ code, nom, avis_ouverts }) => `${code} ${nom} ${avis_ouverts}`);
  return `${data.length} départements, code, nom et avis ouverts :\n${counts.join(' ; ')}`;
}
