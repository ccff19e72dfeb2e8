/**
 * Measures the controller on a real control plane with a fake kubelet: the time between the stages of a job, CPU time
 * in a burst of jobs, requests per job, memory with many finished jobs, and the takeover after a kill.
 */
import { jobKind } from '../../src/objects/workload-kinds.ts';
import { pause } from './cluster/figures.ts';
import { AuditLog, countByKind, type AuditLine } from './cluster/audit-log.ts';
import { chainOfJobs } from './cluster/floor.ts';
import { BenchInstallation } from './cluster/installation.ts';
import type { RoleProcess } from './cluster/role-process.ts';
import { Observer } from './cluster/observer.ts';
import { createFinishedJob, createJob, namespace } from './cluster/workload.ts';

const quietJobs = 150;
const warmUpJobs = 20;
const burstJobs = Number(process.env['BENCH_BURST_JOBS'] ?? 300);
/** Number of bursts. The first one warms up the process; its result is printed in a row of its own. */
const bursts = Number(process.env['BENCH_BURSTS'] ?? 3);
const inFlightJobs = 200;
const finishedJobs = Number(process.env['BENCH_FINISHED_JOBS'] ?? 20_000);
const createsAtOnce = 32;
/** Run time of a fake stage pod, long enough for the benchmark to write the result of the stage. */
const stageMs = 100;

const home = await BenchInstallation.start({ hasAudit: true });
const { artifacts, cluster, ledger, plane } = home;

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: createsAtOnce }, worker));
}

async function createJobs(count: number): Promise<string[]> {
  const names: string[] = [];
  await inParallel(count, async () => {
    names.push((await createJob(cluster.store, ledger)).name);
  });
  return names;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

async function oneByOne(observer: Observer, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const { name } = await createJob(cluster.store, ledger);
    const phase = await observer.ended(name);
    if (phase !== 'SUCCESS') throw new Error(`job ${name} ended ${phase}`);
  }
}

async function floorMs(): Promise<number[]> {
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  await chainOfJobs(cluster.store, observer, quietJobs);
  observer.stop();
  return observer.gapsMs();
}

async function quietRun(): Promise<void> {
  const warmUp = new Observer(cluster.store, artifacts);
  await warmUp.start();
  await oneByOne(warmUp, warmUpJobs);
  warmUp.stop();
  await settled();
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  const audit = new AuditLog(plane.auditLog);
  await oneByOne(observer, quietJobs);
  observer.stop();
  await settled();
  const gaps = observer.gapsMs();
  const requests = await audit.read('adwright-controller/');
  const floor = await floorMs();
  const [p50, p99] = [percentile(gaps, 0.5), percentile(gaps, 0.99)];
  const [floor50, floor99] = [percentile(floor, 0.5), percentile(floor, 0.99)];
  console.table({
    'gap between stages, ms': { p50: p50.toFixed(1), p99: p99.toFixed(1), samples: gaps.length, goal: '8 / 35' },
    'no controller, ms': { p50: floor50.toFixed(1), p99: floor99.toFixed(1), samples: floor.length, goal: '' },
    ratio: { p50: (p50 / floor50).toFixed(2), p99: (p99 / floor99).toFixed(2), samples: '', goal: '2.1 / 2.5' },
  });
  const perJob = [...countByKind(requests)].map(([kind, count]) => [
    kind,
    { 'per job': (count / quietJobs).toFixed(2) },
  ]);
  console.table(Object.fromEntries([['create adjobs (the client)', { 'per job': '1.00' }], ...perJob]));
  const conflicts = requests.filter(({ responseStatus }) => responseStatus.code === 409).length;
  console.log(`conflicts: ${conflicts}; goal: create adjobs, create jobs and patch adjobs/status together at most 8\n`);
}

/** Waits until the audit log is complete: it is written a little later than the answers. */
function settled(): Promise<void> {
  return pause(2_000);
}

async function burst(controller: RoleProcess): Promise<Record<string, string | number>> {
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  const [beforeMs, startedMs] = [controller.cpuMs(), performance.now()];
  const names = await createJobs(burstJobs);
  const phases = await Promise.all(names.map((name) => observer.ended(name)));
  const seconds = (performance.now() - startedMs) / 1_000;
  observer.stop();
  return {
    SUCCESS: phases.filter((phase) => phase === 'SUCCESS').length,
    'jobs per second': (burstJobs / seconds).toFixed(1),
    'CPU ms per job': ((controller.cpuMs() - beforeMs) / burstJobs).toFixed(2),
    goal: 'CPU at most 8',
  };
}

/** Runs several bursts on the same controller process and prints their results. */
async function burstsRun(controller: RoleProcess): Promise<void> {
  const rows: [string, Record<string, string | number>][] = [];
  for (let nth = 1; nth <= bursts; nth += 1) {
    rows.push([`burst ${nth} of ${burstJobs} jobs`, await burst(controller)]);
    await settled();
  }
  console.table(Object.fromEntries(rows));
}

/** Reports whether a request writes a Job or an AdJob. */
function isAction({ verb, objectRef: { resource = '' } }: AuditLine): boolean {
  return ['create', 'patch', 'delete'].includes(verb) && ['jobs', 'adjobs'].includes(resource);
}

/**
 * Kills a controller with jobs in flight. Measures, by the audit log, the time from the moment at which the next
 * controller takes the Lease until its first write for a job.
 */
async function takeOver(controller: RoleProcess): Promise<RoleProcess> {
  await controller.end();
  home.writeStagePods(2_000);
  const first = home.startController();
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  const names = await createJobs(inFlightJobs);
  await settled();
  await first.end('SIGKILL');
  const audit = new AuditLog(plane.auditLog);
  const second = home.startController();
  const phases = await second.whileAlive(Promise.all(names.map((name) => observer.ended(name))));
  observer.stop();
  await settled();
  const lines = await audit.read('adwright-controller/');
  const isLease = ({ verb, objectRef }: AuditLine): boolean => verb === 'patch' && objectRef.resource === 'leases';
  const taken = lines.findIndex(isLease);
  const held = lines[taken];
  // The log may still get requests of the killed controller after its end, but none after the Lease was taken.
  const acted = lines.slice(taken).find(isAction);
  const tookMs = Date.parse(acted?.requestReceivedTimestamp ?? '') - Date.parse(held?.requestReceivedTimestamp ?? '');
  const { items } = await cluster.store.list(jobKind, { namespace });
  const attempts = items
    .map(({ metadata }) => metadata.labels ?? {})
    .filter((labels) => names.includes(labels['adwright.dev/adjob'] ?? ''));
  const stagesSeen = new Set(
    attempts.map((labels) => `${labels['adwright.dev/adjob'] ?? ''}/${labels['adwright.dev/stage'] ?? ''}`),
  );
  console.table({
    [`kill -9 with ${inFlightJobs} jobs in flight`]: {
      'Lease held to first action, s': (tookMs / 1_000).toFixed(2),
      SUCCESS: phases.filter((phase) => phase === 'SUCCESS').length,
      Jobs: attempts.length,
      stages: stagesSeen.size,
      goal: '5 s; as many Jobs as stages',
    },
  });
  return second;
}

async function memory(): Promise<void> {
  await inParallel(finishedJobs, () => createFinishedJob(cluster.store));
  const controller = home.startController();
  await settled();
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  await controller.whileAlive(oneByOne(observer, warmUpJobs));
  observer.stop();
  const { now, peak } = controller.memoryMb();
  console.table({
    [`controller with ${finishedJobs} finished jobs`]: {
      'MB resident': now.toFixed(0),
      peak: peak.toFixed(0),
      goal: '250',
    },
  });
  await controller.end();
}

const phases = (process.env['BENCH_PHASES'] ?? 'quiet,burst,takeover,memory').split(',');
home.writeStagePods(stageMs);
let controller = home.startController();
try {
  await controller.whileAlive(home.ledgerBegun());
  if (phases.includes('quiet')) await controller.whileAlive(quietRun());
  if (phases.includes('burst')) await controller.whileAlive(burstsRun(controller));
  if (phases.includes('takeover')) controller = await takeOver(controller);
  await controller.end();
  home.writeStagePods(stageMs);
  if (phases.includes('memory')) await memory();
} finally {
  await home.close();
}
