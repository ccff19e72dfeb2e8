/**
 * A storm on a cluster: many clients send requests to a real installation while its parts are killed and paused. There
 * are a real API server with its Job controller, a real Redis, three API processes and two controllers; only the
 * kubelet is fake. The audit in `auditor.ts` follows.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { openCluster, type Cluster } from '../../src/roles/cluster.ts';
import { freePort } from '../support/network/free-port.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { audit, type AuditReport } from './auditor.ts';
import { Client } from './cluster/client.ts';
import { runClients } from './cluster/clients.ts';
import { collect, readJobs, readReserved, type Sources } from './cluster/collect.ts';
import { runFaults, runHands } from './cluster/faults.ts';
import { createParties, type Parties } from './cluster/parties.ts';
import { Plane } from './cluster/plane.ts';
import { Random } from './cluster/random.ts';
import { RoleProcess } from './cluster/role-process.ts';
import { doStages } from './cluster/stage-work.ts';
import { StormLog } from './cluster/storm-log.ts';

const namespace = 'storm';
const installationSecret = 'of the storm alone, and long enough for it';
const quietMinutesMax = 5;
const apiReplicas = 3;
const controllerReplicas = 2;

export interface ClusterStormOptions {
  /** Determines which requests and faults happen. When they happen depends on the machine. */
  seed: number;
  /** How long clients send new requests and faults happen. */
  minutes: number;
  clients: number;
  /** Folder for logs and evidence. Created if it is missing. */
  folder: string;
}

interface Installation {
  plane: Plane;
  cluster: Cluster;
  redis: RedisServer;
  parties: Parties;
  apis: RoleProcess[];
  urls: string[];
  controllers: RoleProcess[];
  volume: string;
}

export async function stormCluster(options: ClusterStormOptions): Promise<AuditReport> {
  const folder = resolve(options.folder);
  const volume = join(folder, 'artifacts');
  mkdirSync(volume, { recursive: true });
  // compiles the program in the form that is shipped
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  const [plane, redis] = await Promise.all([Plane.up(), RedisServer.start()]);
  const cluster = openCluster({ role: 'storm', kubeconfig: plane.kubeconfig });
  const processes: RoleProcess[] = [];
  try {
    await prepare(plane, volume, folder);
    const parties = await createParties(cluster.store, namespace);
    const started = await startRoles({ plane, redis, volume, folder }, processes);
    return await storm(options, { plane, cluster, redis, parties, volume, ...started });
  } finally {
    await Promise.all(processes.map((role) => role.end()));
    await cluster.close();
    await redis.close();
    await plane.down();
  }
}

async function prepare({ kubectl }: Plane, volume: string, folder: string): Promise<void> {
  await kubectl(['apply', '--server-side', '-f', 'crds/']);
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all']);
  await kubectl(['create', 'namespace', namespace]);
  const file = join(folder, 'volume.json');
  writeFileSync(file, boundClaim(volume));
  await kubectl(['apply', '-f', file]);
  // Pods of stages run until `doStages` ends them.
  const annotations = { 'fake.dev/delay-ms': '86400000' };
  writeFileSync(join(folder, 'stage-pods.json'), JSON.stringify({ image: 'storm.example/stage:1', annotations }));
}

/** Returns a volume and a claim that is bound to it, as JSON for kubectl. The fake kubelet mounts nothing. */
function boundClaim(volume: string): string {
  const size = { storage: '1Gi' };
  const access = { accessModes: ['ReadWriteMany'], storageClassName: '' };
  const claimRef = { namespace, name: 'storm' };
  const items = [
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'storm' } },
      spec: { ...access, capacity: size, hostPath: { path: volume }, claimRef },
    },
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace, name: 'storm' } },
      spec: { ...access, resources: { requests: size }, volumeName: 'storm' },
    },
  ];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

async function startRoles(
  { plane, redis, volume, folder }: Pick<Installation, 'plane' | 'redis' | 'volume'> & { folder: string },
  processes: RoleProcess[],
): Promise<Pick<Installation, 'apis' | 'urls' | 'controllers'>> {
  const common = {
    KUBECONFIG: plane.kubeconfig,
    ADWRIGHT_NAMESPACE: namespace,
    ADWRIGHT_PUBLIC_URL: 'http://ads.example',
    ADWRIGHT_STORAGE: 'volume',
    ADWRIGHT_STORAGE_PATH: volume,
    ADWRIGHT_STORAGE_CLAIM: 'storm',
    ADWRIGHT_REDIS_URL: redis.url,
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_LOG_LEVEL: 'info',
  };
  const start = (role: string, name: string, env: NodeJS.ProcessEnv): RoleProcess => {
    const options = { name, env: { ...common, ...env }, logFile: join(folder, `${name}.log`) };
    const started = new RoleProcess(role, options);
    processes.push(started);
    return started;
  };
  const controllers = Array.from({ length: controllerReplicas }, (_, at) =>
    start('controller', `controller-${at}`, {
      ADWRIGHT_POD_NAME: `controller-${at}`,
      ADWRIGHT_INSTALLATION_SECRET: installationSecret,
      ADWRIGHT_STAGE_PODS: join(folder, 'stage-pods.json'),
      ADWRIGHT_MAX_RUNNING_JOBS: '60',
      // short enough for jobs to be archived during the storm
      ADWRIGHT_JOB_TTL_SECONDS: '45',
    }),
  );
  const ports: number[] = [];
  while (ports.length < apiReplicas) ports.push(await freePort());
  const apis = ports.map((port, at) => start('api', `api-${at}`, { ADWRIGHT_LISTEN: `127.0.0.1:${port}` }));
  return { apis, controllers, urls: ports.map((port) => `http://127.0.0.1:${port}`) };
}

async function storm(options: ClusterStormOptions, installation: Installation): Promise<AuditReport> {
  const { seed, minutes, clients, folder } = options;
  const { plane, cluster, redis, parties, apis, controllers, urls, volume } = installation;
  const [url = ''] = urls;
  const sources: Sources = { kubectl: plane.kubectl, namespace, url, readers: parties.readers, volume };
  const log = new StormLog(join(folder, 'log.jsonl'));
  await waitUntil(() => isReady(urls, sources), 2);
  const [blowing, asking, working] = [new AbortController(), new AbortController(), new AbortController()];
  const client = new Client({ urls, log, random: new Random(seed), giveUp: asking.signal });
  const stages = doStages(
    { store: cluster.store, artifacts: new DirectoryArtifacts(volume), namespace, installationSecret },
    working.signal,
  );
  const victims = { apis, controllers, redis, plane, namespace, folder, log };
  const blown = Promise.all([
    runFaults(victims, new Random(seed ^ 0x5eed), blowing.signal),
    runHands(victims, new Random(seed ^ 0xbeef), blowing.signal),
  ]);
  const asked = runClients({ client, parties, seed, clients }, blowing.signal);
  await pause(minutes * 60_000);
  blowing.abort();
  await blown;
  const calmMs = Date.now();
  setTimeout(() => {
    asking.abort();
  }, 60_000).unref();
  await asked;
  await client.close();
  const isQuiet = await waitUntil(() => isOver(sources, calmMs), quietMinutesMax);
  working.abort();
  await stages;
  const evidence = await collect(sources, log.lines);
  writeFileSync(join(folder, 'evidence.json'), JSON.stringify({ ...evidence, log: [] }));
  const { checked, findings } = audit(evidence);
  const restless = isQuiet
    ? []
    : [`After ${quietMinutesMax} minutes of calm not every job has ended and been charged.`];
  return { checked: { ...checked, ...faultsOf(log) }, findings: [...restless, ...findings] };
}

/** Returns how often each kind of fault happened. */
function faultsOf({ lines }: StormLog): Record<string, number> {
  const kinds = lines.flatMap((line) =>
    line.event === 'fault' ? [line.fault.replace(/job\.batch.*/, 'stage Job')] : [],
  );
  return Object.fromEntries(
    Array.from(
      Map.groupBy(kinds, (kind) => kind),
      ([kind, all]) => [kind, all.length],
    ),
  );
}

/** Reports whether every replica is ready and the grants are in the ledger. */
async function isReady(urls: readonly string[], sources: Sources): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)));
  if (!answers.every(({ ok }) => ok)) return false;
  const [reader] = sources.readers;
  const credits = await fetch(`${sources.url}/credits`, { headers: { 'x-api-key': reader?.secret ?? '' } });
  return credits.ok && JSON.stringify(await credits.json()).includes('"granted":1000000');
}

/**
 * Reports whether all jobs have ended, no credits are held, and the AdJobs that were deleted before `calmMs` are gone.
 * Retention may still archive jobs.
 */
async function isOver(sources: Sources, calmMs: number): Promise<boolean> {
  const jobs = await readJobs(sources);
  const isEnded = jobs.every(({ status }) => status?.phase === 'SUCCESS' || status?.phase === 'FAILED');
  const isGone = jobs.every(({ metadata }) => !(Date.parse(metadata.deletionTimestamp ?? '') < calmMs));
  return isEnded && isGone && (await readReserved(sources)) === 0;
}

/** Polls a condition. Returns false if the condition did not hold within `minutesMax`. An error counts as false. */
async function waitUntil(holds: () => Promise<boolean>, minutesMax: number): Promise<boolean> {
  const endMs = performance.now() + minutesMax * 60_000;
  while (performance.now() < endMs) {
    if (await holds().catch(() => false)) return true;
    await pause(1_000);
  }
  return false;
}
