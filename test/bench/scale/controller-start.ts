/** Measures a controller from its start until it has read all jobs. */
import { request } from 'undici';
import { freePort } from '../../support/network/free-port.ts';
import { AuditLog, type AuditLine } from '../cluster/audit-log.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { Observer } from '../cluster/observer.ts';
import { createJob } from '../cluster/workload.ts';
import { pause, seconds, type Row } from '../cluster/figures.ts';

const synced = 'adwright_cache_stale_seconds{cache="pipeline",kind="AdJob"} 0';
const idle = 'workqueue_depth{name="pipeline"} 0';

export interface RunningController {
  process: ReturnType<BenchInstallation['startController']>;
  /** Resolves once the controller has read all jobs, and reconciled each of them once. */
  caughtUp: () => Promise<void>;
}

export async function startController(
  home: BenchInstallation,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningController> {
  const listen = `127.0.0.1:${await freePort()}`;
  const process = home.startController({ ADWRIGHT_METRICS_LISTEN: listen, ...env });
  const isCaughtUp = async (): Promise<boolean> => {
    const { body } = await request(`http://${listen}/metrics`);
    const lines = (await body.text()).split('\n');
    return lines.includes(synced) && lines.includes(idle);
  };
  const caughtUp = async (): Promise<void> => {
    while (!(await isCaughtUp().catch(() => false))) await pause(200);
  };
  return { process, caughtUp: () => process.whileAlive(caughtUp()) };
}

/**
 * Starts a controller while one job waits for its first stage, and creates another job as soon as the first has ended.
 * Both should be done long before the list of all jobs.
 */
export async function measureStart(home: BenchInstallation): Promise<Record<string, Row>> {
  const { cluster, ledger, plane } = home;
  const audit = new AuditLog(plane.auditLog);
  const observer = new Observer(cluster.store, home.artifacts);
  await observer.start();
  const first = await createJob(cluster.store, ledger);
  const [startMs, apiserverMs] = [performance.now(), plane.cpuMs('apiserver')];
  const since = (): string => seconds(performance.now() - startMs);
  const { process, caughtUp } = await startController(home);
  const all = caughtUp().then(() => ({ seconds: since(), cpu: seconds(process.cpuMs()) }));
  await process.whileAlive(observer.ended(first.name));
  const firstEnded = since();
  const secondMs = performance.now();
  const second = await createJob(cluster.store, ledger);
  await process.whileAlive(observer.ended(second.name));
  const secondTook = seconds(performance.now() - secondMs);
  const allRead = await all;
  const thirdMs = performance.now();
  const third = await createJob(cluster.store, ledger);
  await process.whileAlive(observer.ended(third.name));
  const thirdTook = seconds(performance.now() - thirdMs);
  observer.stop();
  await pause(2_000); // the audit log is written a little later
  const lines = await audit.read('adwright-controller/');
  const memory = process.memoryMb();
  await process.end();
  return {
    'controller: Lease to first action': { seconds: seconds(firstAction(lines)) },
    'controller: start to end of the job that waited': { seconds: firstEnded },
    'controller: a new job during the list of all': { seconds: secondTook },
    'controller: a new job after it': { seconds: thirdTook },
    'controller: start until each job is read and reconciled': {
      ...allRead,
      note: `API server ${seconds(plane.cpuMs('apiserver') - apiserverMs)} s of CPU`,
    },
    'controller: memory': { MB: memory.now.toFixed(0), peak: memory.peak.toFixed(0) },
  };
}

/** Returns the milliseconds from the first write of the Lease until the first write for a job. */
function firstAction(lines: readonly AuditLine[]): number {
  const isOf = (resource: string) => (line: AuditLine) =>
    ['create', 'patch', 'update'].includes(line.verb) && line.objectRef.resource === resource;
  const [lease, job] = [lines.find(isOf('leases')), lines.find(isOf('jobs'))];
  return Date.parse(job?.requestReceivedTimestamp ?? '') - Date.parse(lease?.requestReceivedTimestamp ?? '');
}
