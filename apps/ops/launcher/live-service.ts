/** Asks the started API over HTTP, as its users do. */

const ANSWER_WITHIN_MS = 5_000;
/** Words of which real and simulated titles alike are full; the first that finds something is shown. */
const WORDS = ['travaux', 'maintenance', 'fourniture', 'marché'];

/** Whether the API answers and its database too. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  return (await get(`${baseUrl}/sante`, {}))?.ok ?? false;
}

export interface Examples {
  /** A word that finds open notices. */
  word: string;
  /** A notice that is served; null when there is none. */
  id: string | null;
  /** Notices served in cursor mode; null when not known. */
  total: number | null;
}

/** What the example commands are about. @param key a key with the scope `avis:read`. */
export async function findExamples(baseUrl: string, key: string): Promise<Examples> {
  const list = async (query: string) => {
    const answer = await get(`${baseUrl}/avis?${query}`, { 'X-API-Key': key });
    if (!answer?.ok) return null;
    return (await answer.json()) as { data: { id: string }[]; meta: { total: number | null } };
  };
  const all = await list('per_page=1');
  let word = WORDS[0] ?? '';
  for (const candidate of all === null ? [] : WORDS) {
    const found = await list(`q=${encodeURIComponent(candidate)}&per_page=1`);
    if (found && found.data.length > 0) {
      word = candidate;
      break;
    }
  }
  return { word, id: all?.data[0]?.id ?? null, total: all?.meta.total ?? null };
}

async function get(url: string, headers: Record<string, string>): Promise<Response | null> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch {
    return null;
  }
}
