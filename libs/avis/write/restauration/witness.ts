/** What a copy knows of one notice: a line of `ops restauration temoin`, or of the file of a mirror. */
export interface Witnessed {
  id: string;
  /** 27 characters. */
  version: string;
  /** Null where the copy does not say, as the retired form does not. */
  source: string | null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VERSION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** @returns null for a line that tells no notice. */
export function readWitness(line: string): Witnessed | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, version, source } = value as Record<string, unknown>;
  if (typeof id !== 'string' || !ID.test(id) || typeof version !== 'string' || !VERSION.test(version)) return null;
  return { id, version, source: typeof source === 'string' ? source : null };
}
