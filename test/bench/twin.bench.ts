/**
 * Compares the controller with its twin: a plain controller of controller-runtime in Go that creates the same three Jobs
 * for each object. Both handle bursts in turn on one control plane, each alone. Needs Go.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { v7 as uuidv7 } from 'uuid';
import { jobKind } from '../../src/objects/workload-kinds.ts';
import type { ResourceKind } from '../../src/objects/resource-kind.ts';
import { requestsOf, requestsPerJob, writeProfile } from './cluster/api-server-load.ts';
import { median, pause } from './cluster/figures.ts';
import { BenchInstallation } from './cluster/installation.ts';
import { Observer } from './cluster/observer.ts';
import { RoleProcess } from './cluster/role-process.ts';
import { createJob, namespace, stageNames } from './cluster/workload.ts';

const burstJobs = Number(process.env['BENCH_BURST_JOBS'] ?? 300);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Folder for CPU profiles of the API server, of the first 15 s of each burst. */
const profiles = process.env['BENCH_PROFILES'];
const createsAtOnce = 16;
/** Run time of a fake stage pod: enough for this process to write the result of the stage, even on a busy machine. */
const stageMs = 2_000;
/** Processes of the control plane whose CPU time is shown. */
const servers = ['apiserver', 'etcd', 'kcm'] as const;

const twinFolder = fileURLToPath(new URL('./cluster/twin', import.meta.url));
const twinProgram = join(fileURLToPath(new URL('../../node_modules/.cache', import.meta.url)), 'adwright-twin');

interface PipeStatus {
  phase?: string;
}
const pipeKind: ResourceKind<object, PipeStatus> = {
  apiVersion: 'bench.example/v1',
  kind: 'Pipe',
  plural: 'pipes',
  parseSpec: () => ({}),
  parseStatus: (value) => ({ phase: (value as PipeStatus | undefined)?.phase ?? '' }),
  selectableFields: [],
};

execFileSync('go', ['build', '-o', twinProgram, '.'], { cwd: twinFolder, stdio: ['ignore', 'ignore', 'inherit'] });
const home = await BenchInstallation.start({ hasAudit: false });
const { cluster, plane, artifacts, ledger } = home;
plane.kubectl(['apply', '-f', join(twinFolder, 'crd.yaml')]);
plane.kubectl(['wait', '--for=condition=Established', 'crd', 'pipes.bench.example']);

function serverCpuMs(): Record<(typeof servers)[number], number> {
  return { apiserver: plane.cpuMs('apiserver'), etcd: plane.cpuMs('etcd'), kcm: plane.cpuMs('kcm') };
}

interface Burst {
  own: number;
  perSecond: number;
  success: number;
  apiserver: number;
  etcd: number;
  kcm: number;
  /** Requests to the API server for each job, of all clients. */
  requests: Record<string, number>;
}

/** Waits until the control plane has no more work: Events and states of Jobs follow the end of the jobs. */
async function quiet(): Promise<void> {
  for (;;) {
    const before = serverCpuMs();
    await pause(1_000);
    const after = serverCpuMs();
    if (servers.every((name) => after[name] - before[name] < 100)) return;
  }
}

/** Creates `burstJobs` objects and measures until all have ended, and the CPU times until the control plane is quiet. */
async function burst(own: RoleProcess, create: () => Promise<string>, ended: (name: string) => Promise<string>) {
  await quiet();
  const served = requestsOf(plane);
  if (profiles !== undefined) writeProfile(plane, { seconds: 15, file: join(profiles, `${Date.now()}.pprof`) });
  const [before, ownBefore, startedMs] = [serverCpuMs(), own.cpuMs(), performance.now()];
  const names = await pLimit(createsAtOnce).map(Array.from({ length: burstJobs }), create);
  const phases = await own.whileAlive(Promise.all(names.map(ended)));
  const seconds = (performance.now() - startedMs) / 1_000;
  await quiet();
  const after = serverCpuMs();
  const per = (name: (typeof servers)[number]) => (after[name] - before[name]) / burstJobs;
  return {
    ...{ perSecond: burstJobs / seconds, own: (own.cpuMs() - ownBefore) / burstJobs },
    ...{ apiserver: per('apiserver'), etcd: per('etcd'), kcm: per('kcm') },
    requests: requestsPerJob(served, requestsOf(plane), burstJobs),
    success: phases.filter((phase) => phase === 'SUCCESS').length,
  };
}

async function ofAdwright(): Promise<Burst> {
  const controller = home.startController();
  const observer = new Observer(cluster.store, artifacts);
  await observer.start();
  await controller.whileAlive(home.ledgerBegun());
  const create = async () => (await createJob(cluster.store, ledger)).name;
  const first = await create();
  await controller.whileAlive(observer.ended(first));
  await storeTemplates(first);
  const result = await burst(controller, create, (name) => observer.ended(name));
  observer.stop();
  await controller.end();
  return result;
}

const templates = join(home.folder, 'jobs.json');

/** Stores the Jobs of a finished job, with placeholders for its name and uid, as the twin reads them. */
async function storeTemplates(name: string): Promise<void> {
  const { items } = await cluster.store.list(jobKind, { namespace, labelSelector: `adwright.dev/adjob=${name}` });
  const made = stageNames.map((stage) => {
    const found = items.find(({ metadata }) => metadata.labels?.['adwright.dev/stage'] === stage);
    if (found === undefined) throw new Error(`stage ${stage} of ${name} has no Job`);
    const raw = plane.kubectl(['-n', namespace, 'get', 'job', found.metadata.name, '-o', 'json']);
    return withPlaceholders(JSON.parse(raw) as RawJob, { name, stage });
  });
  writeFileSync(templates, JSON.stringify(made));
}

interface RawJob {
  metadata: {
    name: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences: { uid: string }[];
  };
  spec: Record<string, unknown> & { template: { metadata: { labels: Record<string, string> } } };
}

/** Keeps what the controller had sent, and drops what the API server and the Job controller have added. */
function withPlaceholders({ metadata, spec }: RawJob, { name, stage }: { name: string; stage: string }): unknown {
  const { selector: _, ...kept } = spec;
  const [owner] = metadata.ownerReferences;
  const clean = (labels: Record<string, string>) =>
    Object.fromEntries(Object.entries(labels).filter(([label]) => !/controller-uid|job-name/.test(label)));
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...{ name: `${name}-${stage}-1`, namespace, labels: clean(metadata.labels) },
      ...(metadata.annotations && { annotations: metadata.annotations }),
      ownerReferences: [{ ...owner, apiVersion: pipeKind.apiVersion, kind: pipeKind.kind, blockOwnerDeletion: false }],
    },
    spec: {
      ...kept,
      template: {
        ...spec.template,
        metadata: { ...spec.template.metadata, labels: clean(spec.template.metadata.labels) },
      },
    },
  };
  return JSON.parse(
    JSON.stringify(job)
      .replaceAll(name, '$NAME')
      .replaceAll(owner?.uid ?? '-', '$UID'),
  );
}

async function ofTwin(): Promise<Burst> {
  const twin = RoleProcess.run({
    program: twinProgram,
    args: ['--kubeconfig', plane.kubeconfig, '--jobs', templates],
    ...{ env: {}, logFile: join(home.folder, 'twin.log') },
  });
  const stop = new AbortController();
  const { resourceVersion } = await cluster.store.list(pipeKind, { namespace, limit: 1 });
  const [ended, waiting] = [new Map<string, string>(), new Map<string, (phase: string) => void>()];
  const watched = (async () => {
    let position = resourceVersion;
    while (!stop.signal.aborted) {
      const options = { namespace, resourceVersion: position, signal: stop.signal };
      for await (const event of cluster.store.watch(pipeKind, options)) {
        if (event.type === 'BOOKMARK') continue;
        const { metadata, status } = event.object;
        position = metadata.resourceVersion;
        if (status?.phase !== 'SUCCESS' && status?.phase !== 'FAILED') continue;
        ended.set(metadata.name, status.phase);
        waiting.get(metadata.name)?.(status.phase);
      }
    }
  })();
  const end = (name: string) =>
    new Promise<string>((resolve) => {
      const phase = ended.get(name);
      if (phase !== undefined) resolve(phase);
      else waiting.set(name, resolve);
    });
  const create = async () =>
    (await cluster.store.create(pipeKind, { metadata: { namespace, name: uuidv7() }, spec: {} })).metadata.name;
  const warmUp = await create();
  await twin.whileAlive(end(warmUp));
  const result = await burst(twin, create, end);
  stop.abort();
  await watched;
  await twin.end('SIGKILL');
  return result;
}

const columns = ['perSecond', 'own', 'apiserver', 'etcd', 'kcm', 'success'] as const;

home.writeStagePods(stageMs);
try {
  const all: { adwright: Burst; twin: Burst }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const one = { adwright: await ofAdwright(), twin: await ofTwin() };
    all.push(one);
    console.log(
      JSON.stringify({ round, ...one }, (_, value: unknown) =>
        typeof value === 'number' ? Math.round(value * 10) / 10 : value,
      ),
    );
  }
  const rowOf = (values: (one: (typeof all)[number], column: (typeof columns)[number]) => number) =>
    Object.fromEntries(columns.map((column) => [column, median(all.map((one) => values(one, column))).toFixed(2)]));
  console.table({
    Adwright: rowOf(({ adwright }, column) => adwright[column]),
    twin: rowOf(({ twin }, column) => twin[column]),
    ratio: rowOf(({ adwright, twin }, column) => adwright[column] / twin[column]),
  });
} finally {
  await home.close();
}
