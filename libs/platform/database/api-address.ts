/** Role under which the API reads; it owns nothing (migrations/). */
export const API_ROLE = 'marches_api';

/**
 * The owner's address turned into the API's: the connection drops the owner's rights as it opens.
 * @param databaseUrl PostgreSQL address; `options` that it already carries are kept.
 */
export function apiAddress(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options');
  url.searchParams.delete('options');
  const role = `-c role=${API_ROLE}`;
  const value = encodeURIComponent(options === null ? role : `${options} ${role}`);
  // `URLSearchParams` would write spaces as `+`, which the driver does not read back.
  return `${url.href}${url.search === '' ? '?' : '&'}options=${value}`;
}
