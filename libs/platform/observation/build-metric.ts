import { Gauge, type Registry } from 'prom-client';
import { VERSION } from '../release/version.js';

/** Which release runs: side by side during an upgrade. */
export function measureBuild(registry: Registry): void {
  const build = new Gauge({
    name: 'marches_build_info',
    help: 'Always 1; version: the release that runs.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: VERSION }, 1);
}
