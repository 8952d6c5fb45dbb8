import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Memory } from '#access/memory/memory';
import { readState, type ReadState } from '#avis/read/read-state';
import { READ_POOL } from '../database/pools.js';

/** Oldest age of what is believed of the read tables' state, in milliseconds; cut sources must show within a minute. */
const AGE_MS = 1_000;

/** The state of the read tables, asked at most once a second whatever the traffic. */
@Injectable()
export class ServedState {
  private readonly memory = new Memory<ReadState & { readAt: number }>({
    ageMs: AGE_MS,
    maxSize: 1,
    sizeOf: () => 1,
  });

  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** `now`: time of the database, so that instances whose clock is wrong still agree. */
  async current(): Promise<{
    loading: boolean;
    cut: ReadonlySet<string>;
    now: Date;
    derniereProjection: string | null;
  }> {
    const state = await this.memory.get('state', async () => ({
      ...(await readState(this.pool)),
      readAt: performance.now(),
    }));
    const now = new Date(Date.parse(state.now) + performance.now() - state.readAt);
    return { loading: state.loading, cut: new Set(state.cut), now, derniereProjection: state.derniere_projection };
  }
}
