import type { Contrat } from '#contrats/contrat';
import { unContrat } from '#contrats/testing/contrats';
import { createContratsWorld, type ContratsWorld } from '#contrats/testing/contrats-world';
import { startApi, type TestApi } from './api.js';

/** The API over contracts that go the way of the worker: stored as facts, then recalculated. */
export interface ContratsApi {
  api: TestApi;
  world: ContratsWorld;
  /** Contracts by uid, in this order; every record that they touch follows. */
  publish: (contrats: Record<string, Partial<Contrat>>) => Promise<void>;
  close(): Promise<void>;
}

export async function startContratsApi(settings: Parameters<typeof startApi>[0] = {}): Promise<ContratsApi> {
  const world = await createContratsWorld();
  const api = await startApi(settings, world.database);
  return {
    api,
    world,
    publish: async (contrats) => {
      // One batch each: the places of one day are given in the order of this list.
      for (const [uid, parts] of Object.entries(contrats)) {
        await world.store(uid, unContrat(parts));
        await world.recalculate();
      }
    },
    async close() {
      await api.close();
      await world.close();
    },
  };
}
