import type { ImportReport } from '#opportunites/write/import-report';

/** What an import of JSON lines did, for people. @param what the rows, plural. */
export function importText(what: string, { lues, ecrites, supprimees, inchangees, refusees }: ImportReport): string {
  return [
    `${String(lues)} lines read: ${String(ecrites)} ${what} new or changed`,
    ...(supprimees > 0 ? [`${String(supprimees)} deleted`] : []),
    `${String(inchangees)} unchanged`,
    ...(refusees > 0 ? [`${String(refusees)} refused`] : []),
  ].join(', ');
}

/** What is wrong, line by line. */
export function faultsText({ fautes, refusees }: ImportReport): string {
  const told = fautes.map(({ ligne, fautes: list }) => `line ${String(ligne)}: ${list.join('; ')}`);
  return [...told, ...(refusees > fautes.length ? [`… and ${String(refusees - fautes.length)} more lines`] : [])].join(
    '\n',
  );
}
