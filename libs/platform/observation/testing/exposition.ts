import { setTimeout as sleep } from 'node:timers/promises';

/** What a private port shows at /metrics: values by name and labels, as they are written: `name{label="value"}`. */
export async function readMetrics(origin: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
}

/** Waits until the metrics show this. @throws what they show instead, when they do not within half a minute. */
export async function untilMetrics(
  origin: string,
  accept: (metrics: ReadonlyMap<string, number>) => boolean,
): Promise<ReadonlyMap<string, number>> {
  for (const limit = Date.now() + 30_000; ;) {
    const metrics = await readMetrics(origin);
    if (accept(metrics)) return metrics;
    if (Date.now() > limit) {
      const ours = [...metrics].filter(([name]) => name.startsWith('marches_'));
      throw new Error(`not within half a minute; the metrics say\n${ours.map((one) => one.join(' ')).join('\n')}`);
    }
    await sleep(50);
  }
}

/** Waits until a metric has this value. */
export async function untilMetric(origin: string, name: string, value: number): Promise<void> {
  await untilMetrics(origin, (metrics) => metrics.get(name) === value);
}
