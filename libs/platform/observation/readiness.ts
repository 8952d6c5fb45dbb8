import { setTimeout as sleep } from 'node:timers/promises';
import type { ShutdownState } from '../lifecycle/shutdown-state.js';

/** One thing that the process needs. */
export interface Dependency {
  /** Whether the process is of no use without it. */
  required: boolean;
  /** What there is to tell of it. @throws when it does not answer. */
  ask: () => unknown;
}

/** What was found of one dependency. */
export interface Found {
  ok: boolean;
  /** What it told, or why it did not answer. */
  detail: unknown;
}

export interface ReadinessState {
  ready: boolean;
  /** Why not; null when ready. */
  reason: string | null;
  dependencies: Readonly<Record<string, Found>>;
}

/** A dependency that takes longer, in milliseconds, does not answer. */
const PATIENCE_MS = 2_000;
/** Whoever asks, and however often: dependencies are asked at most this often, in milliseconds. */
const AGE_MS = 1_000;

/** Whether this process should be sent work: not once it is ending, not while something that it needs is away. */
export class Readiness {
  #asked: { at: number; answer: Promise<Record<string, Found>> } | null = null;

  constructor(
    private readonly shutdown: ShutdownState,
    private readonly dependencies: Readonly<Record<string, Dependency>>,
  ) {}

  /** Never throws, and answers within some two seconds. */
  async state(): Promise<ReadinessState> {
    const dependencies = await this.#found();
    const away = Object.entries(dependencies).filter(([name, { ok }]) => !ok && this.dependencies[name]?.required);
    const reason = this.shutdown.begun ? 'ending' : away.map(([name]) => `${name} does not answer`).join(', ');
    return { ready: reason === '', reason: reason === '' ? null : reason, dependencies };
  }

  #found(): Promise<Record<string, Found>> {
    const now = performance.now();
    if (this.#asked === null || now - this.#asked.at >= AGE_MS) this.#asked = { at: now, answer: this.#ask() };
    return this.#asked.answer;
  }

  async #ask(): Promise<Record<string, Found>> {
    const all = Object.entries(this.dependencies).map(async ([name, { ask }]) => [name, await within(ask)] as const);
    return Object.fromEntries(await Promise.all(all));
  }
}

async function within(ask: Dependency['ask']): Promise<Found> {
  const enough = new AbortController();
  const patience = sleep(PATIENCE_MS, null, { signal: enough.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${PATIENCE_MS} ms`);
  });
  try {
    const detail = await Promise.race([Promise.resolve().then(ask), patience]);
    return { ok: true, detail };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    patience.catch(() => undefined);
    enough.abort();
  }
}
