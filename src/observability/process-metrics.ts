import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { programVersion } from '../version.ts';

/** Returns a registry with the metrics of Node.js and of the program. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'adwright_build_info',
    help: 'Always 1; the label has the version of the program.',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version: programVersion() }, 1);
  return registry;
}
