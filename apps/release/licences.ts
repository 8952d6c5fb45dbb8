import type { Report } from './report.js';

/** As much of package-lock.json as tells licences. */
export interface Lockfile {
  packages: Readonly<Record<string, { version?: string; license?: string; dev?: boolean }>>;
}

/** Licences that allow use, change and redistribution without conditions on our own code. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'Python-2.0'],
  ...['Unlicense', 'Zlib'],
]);
/** For tools that are never shipped: conditions on files of their own that we do not change. */
const ALLOWED_FOR_TOOLS: ReadonlySet<string> = new Set(['CC-BY-4.0', 'MPL-2.0']);

const HEADER = `# Licences of dependencies

Written by \`npm run release -- licences --write\` from package-lock.json; CI refuses a licence that apps/release/licences.ts does not allow.
`;

/** Packages whose licence is not allowed, or not told. */
export function refusedLicences({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { version = '', license, dev }]) => {
    if (path === '' || (license !== undefined && allows(license, dev === true))) return [];
    return [`${nameOf(path)} ${version}: ${license ?? 'tells no licence'}`];
  });
}

/** docs/licences.md: every package that is shipped, by licence; tools by number. */
export function licencesDocument({ packages }: Lockfile): string {
  const all = Object.entries(packages).filter(([path]) => path !== '');
  const shipped = byLicence(all.filter(([, { dev }]) => dev !== true));
  const tools = byLicence(all.filter(([, { dev }]) => dev === true));
  return [
    HEADER,
    '## Shipped\n',
    ...shipped.map(([licence, names]) => `- **${licence}** (${names.length}): ${names.join(', ')}`),
    '\n## Tools of development, not shipped\n',
    ...tools.map(
      ([licence, names]) => `- **${licence}** (${names.length})${names.length <= 3 ? `: ${names.join(', ')}` : ''}`,
    ),
    '',
  ].join('\n');
}

/** Whether all is allowed and the document is that of the lockfile. @param document as it stands; null: not at all. */
export function checkLicences(lockfile: Lockfile, document: string | null): Report {
  const lines = refusedLicences(lockfile).map((what) => `Not on the list of licences: ${what}.`);
  if (document !== licencesDocument(lockfile)) {
    lines.push('docs/licences.md is out of date: run `npm run release -- licences --write` and commit it.');
  }
  return lines.length > 0 ? { ok: false, lines } : { ok: true, lines: ['Every dependency has an allowed licence.'] };
}

/** One licence of an `OR` must be allowed, all of an `AND`. */
function allows(expression: string, tool: boolean): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  const one = (licence: string) => ALLOWED.has(licence) || (tool && ALLOWED_FOR_TOOLS.has(licence));
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => one(licence.trim())));
}

function byLicence(packages: readonly [string, Lockfile['packages'][string]][]): [string, string[]][] {
  const groups = new Map<string, Set<string>>();
  for (const [path, { version = '', license = 'none' }] of packages) {
    const names = groups.get(license) ?? new Set();
    groups.set(license, names.add(`${nameOf(path)} ${version}`));
  }
  const order = (a: string, b: string) => (a < b ? -1 : 1);
  return [...groups].sort(([a], [b]) => order(a, b)).map(([licence, names]) => [licence, [...names].sort(order)]);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
