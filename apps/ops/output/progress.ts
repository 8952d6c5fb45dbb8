import { SingleBar } from 'cli-progress';

/** Where a long work stands, shown while it goes on. */
export interface Progress {
  /** @param step name of what is counted; another one starts anew. */
  show(step: string, done: number, total: number): void;
  /** The bar goes away, so that other text can be written. */
  stop(): void;
}

const LINE_EVERY_MS = 5_000;

/** A bar with rate and time left on a terminal; elsewhere a line now and then. @param say writes one line. */
export function createProgress(stream: NodeJS.WriteStream, say: (line: string) => void): Progress {
  return stream.isTTY ? bar(stream) : lines(say);
}

function bar(stream: NodeJS.WriteStream): Progress {
  const single = new SingleBar({
    stream,
    format: '{step} {bar} {percentage} % · {value}/{total} · {rate}/s · {eta_formatted} left',
    hideCursor: true,
    formatTime: timeText,
  });
  let current = { step: '', start: 0 };
  return {
    show(step, done, total) {
      if (current.step !== step) {
        single.stop();
        single.start(total, 0, { step: step.padEnd(9), rate: '…' });
        current = { step, start: performance.now() };
      }
      single.setTotal(total);
      single.update(done, { rate: Math.round(rateOf(done, current.start)) });
    },
    stop() {
      single.stop();
      current = { step: '', start: 0 };
    },
  };
}

function lines(say: (line: string) => void): Progress {
  let current = { step: '', start: 0 };
  let last = 0;
  return {
    show(step, done, total) {
      const now = performance.now();
      if (current.step !== step) current = { step, start: now };
      else if (now - last < LINE_EVERY_MS && done < total) return;
      last = now;
      const rate = rateOf(done, current.start);
      const left = now === current.start ? '' : ` · ${Math.round(rate)}/s · ${timeText((total - done) / rate)} left`;
      say(`${step}: ${done} of ${total}${left}`);
    },
    stop: () => undefined,
  };
}

function rateOf(done: number, start: number): number {
  return (done * 1_000) / Math.max(performance.now() - start, 1);
}

/** `1 h 20 min`, `3 min`, `40 s`. */
function timeText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '…';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
