/** Days between the announcement of an incompatible change and its coming into force (contract, Versioning 4). */
export const NOTICE_DAYS = 90;

/** An incompatible change announced to the users of the API. */
export interface Annonce {
  /** Day of the announcement, `YYYY-MM-DD`. */
  debut: string;
  /** First day on which the change may be in force. */
  fin: string;
  /** What it concerns, by the names of surface.ts. */
  elements: readonly string[];
  /** French, for the users: what changes and what to do. */
  texte: string;
}

/** One section of the changelog: a release, or what the next one will hold (`version` null). */
export interface Release {
  version: string | null;
  /** Day of the release; null as long as it is not released. */
  date: string | null;
  annonces: readonly Annonce[];
}

export interface Changelog {
  releases: readonly Release[];
  /** What is not in the form, each naming the line. */
  faults: readonly string[];
}

const HEADING = /^## (?:Unreleased|(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\))$/;
const ANNONCE = /^- Du (\d{4}-\d{2}-\d{2}) au (\d{4}-\d{2}-\d{2}), ((?:`[^`]+`(?:, )?)+) : (\S.*)$/;
const DAY_MS = 86_400_000;

/**
 * Reads CHANGELOG.md: sections newest first, `## Unreleased` then `## 1.2.0 (2026-12-31)`; announcements under
 * `### Annonces`, each `` - Du 2026-12-01 au 2027-03-01, `GET /avis ?tri`, `Avis.budget` : ce qui change. ``
 */
export function parseChangelog(text: string): Changelog {
  const faults: string[] = [];
  const releases: (Release & { annonces: Annonce[] })[] = [];
  let inAnnonces = false;
  for (const [index, line] of text.split('\n').entries()) {
    const fault = (what: string) => faults.push(`line ${index + 1}: ${what}`);
    if (line.startsWith('## ')) {
      inAnnonces = false;
      const heading = HEADING.exec(line);
      if (heading === null) fault('a section is `## Unreleased` or `## 1.2.0 (2026-12-31)`');
      const [, version = null, date = null] = heading ?? [];
      const above = releases.at(-1);
      if (above !== undefined && !isNewer(above, { version, date })) fault('sections stand newest first');
      releases.push({ version, date, annonces: [] });
    } else if (line.startsWith('#')) {
      inAnnonces = line === '### Annonces';
    } else if (inAnnonces && line.trim() !== '') {
      const annonce = readAnnonce(line);
      if (annonce === null) fault('an announcement is “- Du 2026-12-01 au 2027-03-01, `GET /avis ?tri` : texte.”');
      else {
        if (daysBetween(annonce.debut, annonce.fin) < NOTICE_DAYS) fault(`fewer than ${NOTICE_DAYS} days of notice`);
        releases.at(-1)?.annonces.push(annonce);
      }
    }
  }
  if (releases.length === 0) faults.push('no section');
  return { releases, faults };
}

/** Announcements of all releases. */
export function annoncesOf({ releases }: Changelog): Annonce[] {
  return releases.flatMap(({ annonces }) => annonces);
}

function readAnnonce(line: string): Annonce | null {
  const [, debut = '', fin = '', names = '', texte = ''] = ANNONCE.exec(line) ?? [];
  if (!isDay(debut) || !isDay(fin)) return null;
  return { debut, fin, elements: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), texte };
}

function isNewer(above: Pick<Release, 'version' | 'date'>, below: Pick<Release, 'version' | 'date'>): boolean {
  if (below.version === null || below.date === null) return false;
  if (above.version === null || above.date === null) return true;
  const [a, b] = [above.version, below.version].map((version) => version.split('.').map(Number));
  const first = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return first >= 0 && (a?.[first] ?? 0) > (b?.[first] ?? 0) && above.date >= below.date;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
