import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Memory } from '#access/memory/memory';
import { JobQueue, type QueueBoard } from '#platform/queue/job-queue';

const MOST_JOBS = 50;
/** A Redis that is away would be waited for as long as it is. */
const PATIENCE_MS = 2_000;
const REMEMBERED_MS = 2_000;

/** What is in the queue, as far as it answers. */
@Injectable()
export class QueueView {
  readonly #remembered = new Memory<QueueBoard | null>({ ageMs: REMEMBERED_MS, maxSize: 1, sizeOf: () => 1 });

  constructor(private readonly queue: JobQueue) {}

  /** @returns null when the queue cannot be reached. */
  board(): Promise<QueueBoard | null> {
    return this.#remembered.get('board', () => {
      const asked = this.queue.board(MOST_JOBS).catch(() => null);
      return Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
    });
  }
}
