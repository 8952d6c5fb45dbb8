/** The value of a table for a key that a document gives; undefined for what is not in it, `constructor` included. */
export function lookup<T>(table: Readonly<Record<string, T>>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}
