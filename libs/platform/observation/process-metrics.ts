import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { VERSION } from '../release/version.js';

/** Gauges that prom-client names as only counters may be named; the ones without `_total` say more. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Processor, memory and event loop of this process, and which release it runs. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const build = new Gauge({
    name: 'marches_build_info',
    help: 'Always 1; version: the release that runs, several side by side during an upgrade.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: VERSION }, 1);
}
