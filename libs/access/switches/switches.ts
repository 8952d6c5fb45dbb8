import type pg from 'pg';
import { type AccessChanges } from '../changes/changes.js';
import { RECHECK_MS } from '../changes/recheck.js';
import { Memory } from '../memory/memory.js';
import { type Cible, type Ressource } from './cibles.js';

const READ = { name: 'access-read-coupures', text: 'select cible from access.coupure' };
const READ_TIMEOUT_MS = 2_000;

/** What the operator has cut, as an API instance knows it: RECHECK_MS old at most, at once with notifications. */
export class Switches {
  private readonly memory = new Memory<ReadonlySet<Cible>>({ ageMs: RECHECK_MS, maxSize: 1, sizeOf: () => 1 });

  /** @param pool the API's role is enough. */
  constructor(
    private readonly pool: pg.Pool,
    changes?: AccessChanges,
  ) {
    changes?.on((change) => {
      if (change.kind !== 'compte') this.memory.forget();
    });
  }

  /**
   * Whether routes of this resource answer 503. `sources` follows `avis` (contract, Caching).
   * @throws when the database does not answer: the caller refuses with 503.
   */
  async isCut(ressource: Ressource | 'sources'): Promise<boolean> {
    const coupures = await this.coupures();
    return coupures.has('api') || coupures.has(ressource === 'sources' ? 'avis' : ressource);
  }

  /** All that is cut. */
  coupures(): Promise<ReadonlySet<Cible>> {
    return this.memory.get('coupures', async () => {
      const { rows } = await this.pool.query<{ cible: Cible }>({
        ...READ,
        query_timeout: READ_TIMEOUT_MS,
      } as pg.QueryConfig);
      return new Set(rows.map(({ cible }) => cible));
    });
  }
}
