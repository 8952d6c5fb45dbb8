import { apiAddress } from '#platform/database/api-address';
import { readSessionAddress } from '#avis/read/session';
import { Meter } from './cost.js';
import { DRAWS, type Draws } from './draws.js';
import { exponent, quantile } from './fit.js';
import type { Operation } from './operation.js';

/** Runs of an operation that are thrown away first, at each size. */
const WARM_UP = 5;
/** Runs that count pages, and runs that take time, twice over the draws. */
const EXPLAINED = 20;
const TIMED = 2 * DRAWS;
/** An operation that takes longer at one size is run less often. */
const LONGEST_MS = 4_000;

/** One size's figures. */
export interface Measured {
  size: number;
  rows: number;
  buffers: number;
  cpuMs: number;
  cpuMsMax: number;
}

export interface Growth {
  operation: string;
  bound: Operation['bound'];
  sizes: Measured[];
  /** Of pages looked at and of processor time, over all sizes. */
  buffersExponent: number;
  cpuExponent: number;
  /** The same from the second largest size to the largest. */
  lastBuffersExponent: number;
}

interface Side {
  draws: Draws;
  meter: Meter;
  owner: Meter;
  pages: number[];
  rows: number[];
  cpuMs: number[];
}

export class Growths {
  private constructor(private readonly sides: readonly Side[]) {}

  /** @param databases owner's address of each size, and its draws. */
  static async open(databases: readonly { url: string; draws: Draws }[]): Promise<Growths> {
    const sides: Side[] = [];
    for (const { url, draws } of databases) {
      const meter = await Meter.open(readSessionAddress(apiAddress(url)));
      sides.push({ draws, meter, owner: await Meter.open(url), pages: [], rows: [], cpuMs: [] });
    }
    return new Growths(sides);
  }

  async close(): Promise<void> {
    for (const { meter, owner } of this.sides) await Promise.all([meter.close(), owner.close()]);
  }

  /** Runs an operation at every size in turns, so that whatever else the machine does weighs on all. */
  async measure({ name, bound, owner, work }: Operation): Promise<Growth> {
    const meterOf = (side: Side) => (owner === true ? side.owner : side.meter);
    for (const side of this.sides) Object.assign(side, { pages: [], rows: [], cpuMs: [] });
    for (let i = 0; i < WARM_UP; i += 1) {
      for (const side of this.sides) await meterOf(side).cpuMs(work(side.draws, i));
    }
    const spent = new Map<Side, number>();
    const busy = (side: Side) => (spent.get(side) ?? 0) > LONGEST_MS;
    const clocked = async (side: Side, run: () => Promise<void>) => {
      const start = performance.now();
      await run();
      spent.set(side, (spent.get(side) ?? 0) + performance.now() - start);
    };
    for (let i = 0; i < EXPLAINED; i += 1) {
      for (const side of this.sides.filter((one) => !busy(one))) {
        await clocked(side, async () => {
          const { buffers, rows } = await meterOf(side).buffers(work(side.draws, i));
          side.pages.push(buffers);
          side.rows.push(rows);
        });
      }
    }
    spent.clear();
    for (let i = 0; i < TIMED; i += 1) {
      for (const side of this.sides.filter((one) => !busy(one))) {
        await clocked(side, async () => {
          side.cpuMs.push(await meterOf(side).cpuMs(work(side.draws, i)));
        });
      }
    }
    const sizes = this.sides.map(measuredOf);
    const of = (key: 'buffers' | 'cpuMs', from = 0) =>
      exponent(sizes.slice(from).map((one) => ({ size: one.size, cost: one[key] })));
    return {
      operation: name,
      bound,
      sizes,
      buffersExponent: of('buffers'),
      cpuExponent: of('cpuMs'),
      lastBuffersExponent: of('buffers', -2),
    };
  }
}

function measuredOf({ draws, pages, rows, cpuMs }: Side): Measured {
  return {
    size: draws.size,
    rows: quantile(rows, 0.5),
    buffers: quantile(pages, 0.5),
    cpuMs: quantile(cpuMs, 0.5),
    cpuMsMax: quantile(cpuMs, 1),
  };
}
