/** A file that a data.gouv dataset offers. */
export interface DatasetFile {
  /** Address that stays the same from one edition to the next, where the dataset gives one. */
  url: string;
  /** As its publisher named it. */
  titre: string;
  /** `YYYY-MM-DDTHH:MM:SS…`; null when not given. */
  modifie: string | null;
}

/** Formats that are read, the preferred one first: the same file is often offered in both. */
const FORMATS = ['json', 'xml'] as const;

/**
 * The contract files of a dataset's description (`GET /api/1/datasets/{id}/`), oldest first, so that a contract is known
 * before what modifies it. Documentation and other formats are left; of a file offered in JSON and in XML, JSON is read.
 * @returns null when the value is not the description of a dataset.
 */
export function filesOfDataset(value: unknown): DatasetFile[] | null {
  const resources = isRecord(value) ? value['resources'] : null;
  if (!Array.isArray(resources)) return null;
  const files = resources.filter(isRecord).flatMap((resource) => {
    const url = textOf(resource['latest']) ?? textOf(resource['url']);
    const titre = textOf(resource['title']) ?? url;
    const format = formatOf(resource);
    if (url === null || titre === null || format === null || (resource['type'] ?? 'main') !== 'main') return [];
    return [{ url, titre, modifie: textOf(resource['last_modified']), format, stem: stemOf(titre) }];
  });
  const preferred = new Map<string, (typeof files)[number]>();
  for (const file of files) {
    const other = preferred.get(file.stem);
    if (other === undefined || FORMATS.indexOf(file.format) < FORMATS.indexOf(other.format)) {
      preferred.set(file.stem, file);
    }
  }
  return files
    .filter((file) => preferred.get(file.stem)?.format === file.format)
    .map(({ url, titre, modifie }) => ({ url, titre, modifie }))
    .sort((a, b) => order(a.modifie, b.modifie) || order(a.titre, b.titre));
}

function formatOf(resource: Record<string, unknown>): (typeof FORMATS)[number] | null {
  const told = textOf(resource['format'])?.toLowerCase();
  const named = /\.(json|xml)(\.gz)?$/i.exec(textOf(resource['url']) ?? '')?.[1]?.toLowerCase();
  return FORMATS.find((format) => format === told) ?? FORMATS.find((format) => format === named) ?? null;
}

/** `decp-2024.json` and `decp-2024.xml` are the same file. */
function stemOf(titre: string): string {
  return titre.toLowerCase().replace(/\.(json|xml)(\.gz)?$/, '');
}

function order(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
