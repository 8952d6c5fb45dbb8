import { Counter, Gauge, type Registry } from 'prom-client';

/** One value and its labels. */
export type Reading = readonly [value: number, labels?: Readonly<Record<string, string>>];

export interface Measure {
  /** `marches_…`, with its unit; a counter ends with `_total`. */
  name: string;
  /** One sentence: what it measures, in which unit. */
  help: string;
  labels?: readonly string[];
  /** Every value there is now; a label set that is no longer given is no longer shown. */
  read: () => Iterable<Reading> | Promise<Iterable<Reading>>;
}

/**
 * A gauge whose values are asked for when somebody looks: what is measured keeps plain numbers and knows nothing of
 * metrics.
 */
export function gauge(registry: Registry, { name, help, labels = [], read }: Measure): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      return show(this, read, (of, value) => this.set(of, value));
    },
  });
}

/** The same of numbers that only rise while the process lives. */
export function counter(registry: Registry, { name, help, labels = [], read }: Measure): void {
  new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      return show(this, read, (of, value) => this.inc(of, value));
    },
  });
}

/** One without labels is reset to 0, which would be believed: what is not known is absent. */
async function show(
  metric: Gauge | Counter,
  read: Measure['read'],
  put: (of: Record<string, string>, value: number) => void,
): Promise<void> {
  const readings = await read();
  metric.reset();
  metric.remove({});
  for (const [value, of = {}] of readings) put(of, value);
}
