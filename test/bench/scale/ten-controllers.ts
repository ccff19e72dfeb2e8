/** Measures what several idle controllers, each with a namespace of its own, cost the API server. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../cluster/audit-log.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { pause, type Row } from '../cluster/figures.ts';

const controllers = 10;
const settleMs = 20_000;
const idleMs = 60_000;

export async function measureTen(home: BenchInstallation): Promise<Record<string, Row>> {
  const { plane } = home;
  const audit = new AuditLog(plane.auditLog);
  const idleCpuMs = await cpuMsWhileIdle(home);
  await audit.read('adwright-controller/');
  const started = Array.from({ length: controllers }, (_, index) => startIn(home, `bench-${index}`));
  await pause(settleMs);
  const watches = (await audit.read('adwright-controller/')).filter(({ verb }) => verb === 'watch').length;
  const cpuMs = await cpuMsWhileIdle(home);
  await pause(2_000); // the audit log is written a little later
  const requests = (await audit.read('adwright-controller/')).filter(({ verb }) => verb !== 'watch').length;
  const memory = started.map((process) => process.memoryMb().now);
  for (const process of started) await process.end();
  const perSecond = (count: number): string => (count / (idleMs / 1_000) / controllers).toFixed(2);
  return {
    [`${controllers} controllers`]: {
      'watches each': watches / controllers,
      'requests a second each': perSecond(requests),
      'ms of CPU a second of the API server, each': perSecond(cpuMs - idleCpuMs),
      'MB each': (memory.reduce((sum, mb) => sum + mb, 0) / controllers).toFixed(0),
    },
  };
}

/** Starts a controller with a namespace, a folder and a prefix in Redis of its own. */
function startIn(home: BenchInstallation, namespace: string) {
  const volume = join(home.folder, namespace);
  mkdirSync(volume);
  home.plane.kubectl(['create', 'namespace', namespace]);
  return home.startController({
    ADWRIGHT_NAMESPACE: namespace,
    ADWRIGHT_REDIS_PREFIX: namespace,
    ADWRIGHT_STORAGE_PATH: volume,
  });
}

async function cpuMsWhileIdle({ plane }: BenchInstallation): Promise<number> {
  const beforeMs = plane.cpuMs('apiserver');
  await pause(idleMs);
  return plane.cpuMs('apiserver') - beforeMs;
}
