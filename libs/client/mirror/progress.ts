import { SingleBar } from 'cli-progress';
import type { Position, Walk } from './position.js';

/** What a mirror shows of its pages while it works. */
export interface Progress {
  page(walk: Walk, position: Position): void;
  /** The bar goes away, so that lines can be written. */
  stop(): void;
}

const LABELS: Record<Walk, string> = { copy: 'Copie', changes: 'Changements' };
const LINE_EVERY_MS = 10_000;

/** A bar on a terminal, a line now and then elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? bar(stream) : lines(stream);
}

function bar(stream: NodeJS.WriteStream): Progress {
  const single = new SingleBar({
    stream,
    format: '{walk} {bar} {percentage} % · {value}/{total} avis · reste {eta_formatted}',
    hideCursor: true,
    formatTime: duration,
  });
  let shown: Walk | null = null;
  return {
    page(walk, { received, total }) {
      // `total` is counted without the margin: the walk may bring a little less.
      const whole = Math.max(total ?? 0, received);
      if (shown !== walk) {
        single.stop();
        single.start(whole, received, { walk: LABELS[walk] });
        shown = walk;
      }
      single.setTotal(whole);
      single.update(received);
    },
    stop() {
      single.stop();
      shown = null;
    },
  };
}

/** `1 h 20 min`, `3 min`, `40 s`. While the bar cannot tell it gives a word (INF, NULL). */
function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '…';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function lines(stream: NodeJS.WriteStream): Progress {
  let last = performance.now();
  return {
    page(walk, { received, total }) {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      stream.write(`${LABELS[walk]} : ${received}${total === null ? '' : ` sur ${total}`} avis reçus.\n`);
    },
    stop: () => undefined,
  };
}
