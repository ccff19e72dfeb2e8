/** Measures how fast retention archives jobs, and how much it slows an open job. */
import { AuditLog, countByKind } from '../cluster/audit-log.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { Observer } from '../cluster/observer.ts';
import { createJob } from '../cluster/workload.ts';
import { countJobs } from './api-server.ts';
import { startController, type RunningController } from './controller-start.ts';
import { median, pause, seconds, type Row } from '../cluster/figures.ts';

const openJobs = 20;

/** Runs jobs one after another. Returns the median time between the end of a stage and the next pod. */
async function gapMs({ cluster, ledger, artifacts }: BenchInstallation, { process }: RunningController) {
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  for (let done = 0; done < openJobs; done += 1) {
    const { name } = await createJob(cluster.store, ledger);
    await process.whileAlive(observer.ended(name));
  }
  observer.stop();
  return median(observer.gapsMs());
}

/** Lets a controller archive the oldest `excess` jobs of `finished` ones. */
export async function measureRetention(home: BenchInstallation, finished: number, excess: number) {
  const { plane } = home;
  const quiet = await startController(home);
  await quiet.caughtUp();
  const quietGapMs = await gapMs(home, quiet);
  await quiet.process.end();

  const audit = new AuditLog(plane.auditLog);
  const before = await countJobs(home);
  const keeps = { ADWRIGHT_FINISHED_JOBS_MAX: String(finished - excess) };
  const startMs = performance.now();
  const busy = await startController(home, keeps);
  const archived = async () => before - (await countJobs(home));
  await busy.process.whileAlive(until(async () => (await archived()) > 0));
  const [firstMs, cpuMs, ownMs] = [performance.now(), plane.cpuMs('apiserver'), busy.process.cpuMs()];
  const begun = await archived();
  const busyGapMs = await gapMs(home, busy);
  await busy.process.whileAlive(until(async () => (await archived()) >= excess - openJobs));
  const took = performance.now() - firstMs;
  const done = (await archived()) - begun + openJobs;
  const memory = busy.process.memoryMb();
  const usedMs = { apiserver: plane.cpuMs('apiserver') - cpuMs, own: busy.process.cpuMs() - ownMs };
  await pause(2_000); // the audit log is written a little later
  const requests = countByKind(await audit.read('adwright-controller/'));
  await busy.process.end();
  const row: Record<string, Row> = {
    'retention: start to first deletion': { seconds: seconds(firstMs - startMs) },
    'retention: jobs archived a second': {
      seconds: (done / (took / 1_000)).toFixed(1),
      note: `of ${done}; ms of CPU a job: API server ${(usedMs.apiserver / done).toFixed(0)}, own ${(usedMs.own / done).toFixed(0)}`,
    },
    'retention: lists of AdJobs': { seconds: requests.get('list adjobs') ?? 0, note: 'pages' },
    'retention: memory of the controller': { MB: memory.now.toFixed(0), peak: memory.peak.toFixed(0) },
    'gap between stages, without retention': { seconds: seconds(quietGapMs) },
    'gap between stages, during retention': { seconds: seconds(busyGapMs) },
  };
  return row;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(500);
}
