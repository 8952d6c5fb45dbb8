import { setTimeout as sleep } from 'node:timers/promises';
import type { AvisSynchronise } from '#client/answers';
import { createClient } from '#client/client';
import { synchronise } from '#client/mirror/loop';
import { openTarget } from '#client/mirror/open-target';
import type { Position } from '#client/mirror/position';
import type { Target } from '#client/mirror/target';

export interface ReaderOptions {
  /** Address of its API instance. */
  base: string;
  cle: string;
  /** Where it mirrors to; absent: in memory. */
  to?: string;
}

/** A mirror that synchronises without a pause between pages until it is stopped. */
export interface Reader {
  /** Goes on until one synchronisation that began after this call is complete. @returns what it holds, by id. */
  finish(): Promise<Map<string, AvisSynchronise>>;
  /** Ends after the synchronisation under way, whatever it comes to. */
  abandon(): Promise<void>;
  readonly counts: { syncs: number; pages: number; received: number; failures: number; disorders: number };
  /** Ids that it was told are retired. */
  readonly retired: ReadonlySet<string>;
}

const PAUSE_MS = 100;

export function startReader({ base, cle, to }: ReaderOptions): Reader {
  const counts = { syncs: 0, pages: 0, received: 0, failures: 0, disorders: 0 };
  const retired = new Set<string>();
  const copy = new Map<string, AvisSynchronise>();
  const client = createClient({ base, cle, timeoutMs: 5_000, retry: { attempts: 2, maxWait: 2 } });
  const memory = memoryTarget(copy);
  let last = '';
  /** Checks what every page must be: versions strictly rise along a walk. */
  const watched: Pick<typeof client, 'walkAvis'> = {
    async walkAvis(query) {
      const page = await client.walkAvis(query);
      if (query?.curseur === undefined) last = '';
      for (const { id, version, statut } of page.data) {
        if (version <= last) counts.disorders += 1;
        last = version;
        if (statut === 'retire') retired.add(id);
      }
      counts.pages += 1;
      counts.received += page.data.length;
      return page;
    },
  };

  const state = { stopping: false, abandoned: false };
  const loop = (async () => {
    for (;;) {
      const final = state.stopping;
      const target = to === undefined ? memory : await openTarget(to);
      try {
        await synchronise({ client: watched, target, base: 'oracle', statut: 'tous' });
        counts.syncs += 1;
        if (final) return;
      } catch {
        counts.failures += 1;
      } finally {
        await target.close();
      }
      if (state.abandoned) return;
      await sleep(PAUSE_MS);
    }
  })();
  // Looked at in finish().
  loop.catch(() => undefined);
  return {
    counts,
    retired,
    async finish() {
      state.stopping = true;
      await loop;
      return copy;
    },
    async abandon() {
      state.abandoned = true;
      await loop;
    },
  };
}

function memoryTarget(copy: Map<string, AvisSynchronise>): Target {
  let at: Position | null = null;
  return {
    readPosition: () => Promise.resolve(at),
    write(avis, position) {
      for (const one of avis) if (one.version > (copy.get(one.id)?.version ?? '')) copy.set(one.id, one);
      at = position;
      return Promise.resolve();
    },
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
