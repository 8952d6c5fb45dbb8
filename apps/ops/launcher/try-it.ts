/** The commands shown when the service is ready: they work when pasted into a shell, from any folder. */
export interface TryIt {
  what: string;
  command: string;
}

/**
 * @param keyFile absolute path of demo.json. The key itself is not printed: what a terminal shows ends up in logs.
 * @param id a notice that is served, or null when there is none yet.
 */
export function tryIt(baseUrl: string, keyFile: string, word: string, id: string | null): TryIt[] {
  const key = `$(node -p ${singleQuoted(`require(${JSON.stringify(keyFile)}).cles.complete`)})`;
  const curl = (path: string) => `curl -sS -H "X-API-Key: ${key}" ${singleQuoted(baseUrl + path)}`;
  return [
    { what: 'Search open notices', command: curl(`/avis?q=${encodeURIComponent(word)}&per_page=3`) },
    { what: 'Copy all notices, page by page', command: curl('/avis?per_page=3') },
    id === null
      ? { what: 'Count open notices by department', command: curl('/departements') }
      : { what: 'Read one notice in full', command: curl(`/avis/${id}`) },
    { what: 'What suits a building company near Rennes, best first', command: curl('/opportunites?per_page=3') },
  ];
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
