/**
 * Settings of the sessions that read. Searches have no name, and so are planned with their own values every time (a plan
 * for all values would forget whether a word is rare); what has one is planned once. Queries are never compiled (longer than the query itself), and pages are taken to be in memory or on an SSD.
 * Scans of the whole table and sorts are the last resort: the indexes give every order, and estimates of how many
 * notices pass several filters at once are too wrong to choose by. No query takes several processes: counting a million
 * entries would be over sooner, at the price of every other request of the moment. A search of few hits sorts them on purpose (search-ways.ts).
 */
const SETTINGS = {
  jit: 'off',
  random_page_cost: '1.1',
  enable_seqscan: 'off',
  enable_sort: 'off',
  max_parallel_workers_per_gather: '0',
};

/** @param url PostgreSQL address; its `options` are kept. */
export function readSessionAddress(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const settings = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  const value = encodeURIComponent([options, ...settings].join(' ').trim());
  // `URLSearchParams` would write spaces as `+`, which the driver does not read back.
  return `${address.href}${address.search === '' ? '?' : '&'}options=${value}`;
}
