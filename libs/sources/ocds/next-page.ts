/** Longest address that is followed. */
const LENGTH_MAX = 4000;

export type NextPage = { url: string | null } | { fault: string };

/**
 * The page after this one, from `links.next`, absolute or relative. A publisher's pages stay on its own origin, and a walk
 * never comes back to a page: anything else is a fault, and what lies behind it was not read.
 * @param visited addresses of the pages read in this walk, this one included.
 */
export function nextPage(next: unknown, current: string, visited: ReadonlySet<string>): NextPage {
  if (next === null || next === undefined || next === '') return { url: null };
  if (typeof next !== 'string' || next.length > LENGTH_MAX || !URL.canParse(next, current)) {
    return { fault: 'links.next is not an address' };
  }
  const url = new URL(next, current);
  url.hash = '';
  const shown = url.href.slice(0, 200);
  if (url.origin !== new URL(current).origin) return { fault: `links.next leads to another host: ${shown}` };
  if (visited.has(url.href)) return { fault: `links.next leads back to a page already read: ${shown}` };
  return { url: url.href };
}
