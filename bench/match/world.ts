import { foldAvis } from '#avis/fold/fold';
import { avisId } from '#avis/fold/identity';
import { rootsOf } from '#avis/fold/roots';
import { matchNoticeOf } from '#avis/match/notice';
import { createHttpGateway } from '#platform/http/client';
import { simulatedAddresses } from '#sources/addresses';
import { collectorOf, normaliserOf } from '#sources/adapters';
import type { Publication } from '#sources/publication';
import { type SourceCode, SOURCES } from '#sources/registry';
import { createFeeds, type Feeds } from '../../apps/feeds/server.js';
import { truth } from '../../apps/feeds/truth.js';
import type { Labelled } from './labelled.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const SINCE = '2026-01-01';

/**
 * What the service would know of a simulated world: all 18 sources collected over HTTP by their own adapters, normalised
 * and folded, each notice labelled by the truth of the feeds.
 */
export async function collectWorld(seed: number, size: number): Promise<Labelled[]> {
  const feeds = await createFeeds({ seed, size, now: () => NOW });
  try {
    const labels = new Map<string, { procedure: string; near: string | null }>();
    const shown = new Map<string, number>();
    for (const row of truth(feeds.timeline, NOW.getTime())) {
      labels.set(`${row.source} ${row.identifiant}`, { procedure: row.procedure, near: row.near?.kind ?? null });
      if (row.kind === 'initial' && row.shown) shown.set(row.source, (shown.get(row.source) ?? 0) + 1);
    }
    const notices: Labelled[] = [];
    for (const { code } of SOURCES) {
      const publications = await collect(feeds, code).catch((fault: unknown) => {
        console.log(`${code} cannot be collected: ${String(fault)}`);
        return [];
      });
      const found = labelled(code, publications, labels);
      console.log(`${code}: ${publications.length} publications, ${found.length} notices of ${shown.get(code) ?? 0}`);
      notices.push(...found);
    }
    return notices;
  } finally {
    await feeds.close();
  }
}

async function collect(feeds: Feeds, source: SourceCode): Promise<Publication[]> {
  const gateway = createHttpGateway({ userAgent: 'bench', timeoutMs: 60_000, maxBytes: 500_000_000, attempts: 1 });
  const { signal } = new AbortController();
  const address = simulatedAddresses(feeds.url)[source] ?? '';
  const publications = new Map<string, Publication>();
  const context = { http: gateway.client(signal), position: null, since: SINCE, now: NOW, signal };
  for await (const { documents, faults } of collectorOf(source, address, `${feeds.url}/ted`)(context)) {
    for (const fault of faults) console.log(`${source}: ${fault.reason}`);
    for (const document of documents) {
      const normalised = normaliserOf(document.format)(document);
      if (normalised.ok) publications.set(normalised.publication.identifiant, normalised.publication);
      else
        console.log(`${source} ${document.identifiant}: ${normalised.rejection.reason} ${normalised.rejection.detail}`);
    }
  }
  await gateway.close();
  return [...publications.values()];
}

function labelled(
  source: SourceCode,
  publications: readonly Publication[],
  labels: ReadonlyMap<string, { procedure: string; near: string | null }>,
): Labelled[] {
  const roots = rootsOf(source, publications);
  const chains = new Map<string, Publication[]>();
  for (const one of publications) {
    const root = roots.get(one.identifiant) ?? one.identifiant;
    chains.set(root, [...(chains.get(root) ?? []), one]);
  }
  return [...chains].flatMap(([root, chain]) => {
    const facts = foldAvis(root, chain);
    const known = [root, ...chain.map(({ identifiant }) => identifiant)];
    const label = known.map((identifiant) => labels.get(`${source} ${identifiant}`)).find((one) => one !== undefined);
    if (facts === null || label === undefined) return [];
    return [{ notice: matchNoticeOf(avisId(source, root), facts, chain), truth: label.procedure, trap: label.near }];
  });
}
