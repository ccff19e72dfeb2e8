/** A controller of the compiled program on a real control plane with a fake kubelet, with a Redis and files of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import { RedisLedger } from '../../../src/ledger/redis-ledger.ts';
import { openCluster } from '../../../src/roles/cluster.ts';
import { RedisServer } from '../../support/stores/redis-server.ts';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { RoleProcess } from './role-process.ts';
import { createParties, installationSecret, namespace, stageNames, terminationMessage } from './workload.ts';

export class BenchInstallation {
  readonly folder: string;
  readonly volume: string;
  readonly artifacts: DirectoryArtifacts;
  readonly plane: ControlPlane;
  readonly cluster: ReturnType<typeof openCluster>;
  readonly redis: RedisServer;
  readonly ledger: RedisLedger;
  readonly #started: RoleProcess[] = [];

  private constructor(folder: string, plane: ControlPlane, redis: { server: RedisServer; ledger: RedisLedger }) {
    this.folder = folder;
    this.volume = join(folder, 'artifacts');
    mkdirSync(this.volume);
    this.artifacts = new DirectoryArtifacts(this.volume);
    this.plane = plane;
    this.cluster = openCluster({ role: 'bench', kubeconfig: plane.kubeconfig });
    [this.redis, this.ledger] = [redis.server, redis.ledger];
  }

  static async start(options: { hasAudit: boolean }): Promise<BenchInstallation> {
    execFileSync('tsc', ['-p', 'tsconfig.build.json']); // the form that is shipped
    const plane = startControlPlane(options);
    plane.kubectl(['apply', '--server-side', '-f', 'crds/']);
    plane.kubectl(['wait', '--for=condition=Established', 'crd', '--all']);
    plane.kubectl(['create', 'namespace', namespace]);
    const server = await RedisServer.start();
    const ledger = new RedisLedger(await server.connect({ prefix: 'bench' }));
    const made = new BenchInstallation(mkdtempSync(join(tmpdir(), 'adwright-bench-')), plane, { server, ledger });
    plane.kubectl(['apply', '-f', '-'], boundClaim(made.volume));
    await createParties(made.cluster.store);
    return made;
  }

  /** Writes the settings of stage pods, whose run time is `delayMs`. */
  writeStagePods(delayMs: number): void {
    const stages = Object.fromEntries(
      stageNames.map((stage) => [
        stage,
        {
          annotations: {
            'fake.dev/message': terminationMessage(stage),
            'fake.dev/delay-ms': String(delayMs),
          },
        },
      ]),
    );
    writeFileSync(this.#stagePods, JSON.stringify({ image: 'bench.example/stage:1', stages }));
  }

  /** Starts a controller with the settings of the chart. */
  startController(env: NodeJS.ProcessEnv = {}): RoleProcess {
    return this.startRole('controller', {
      ADWRIGHT_INSTALLATION_SECRET: installationSecret,
      ADWRIGHT_STAGE_PODS: this.#stagePods,
      ADWRIGHT_MAX_RUNNING_JOBS: '100000',
      // keeps finished jobs
      ADWRIGHT_JOB_TTL_SECONDS: '315360000',
      ADWRIGHT_FINISHED_JOBS_MAX: '1000000',
      NODE_OPTIONS: `--max-semi-space-size=8 --max-old-space-size=256 ${process.env['BENCH_NODE_OPTIONS'] ?? ''}`,
      ...env,
    });
  }

  /** Starts a role with the settings that all roles have in the chart. */
  startRole(role: 'api' | 'admin' | 'controller', env: NodeJS.ProcessEnv): RoleProcess {
    const started = RoleProcess.run({
      args: ['--disable-warning=ExperimentalWarning', 'dist/main.js', role],
      env: {
        KUBECONFIG: this.plane.kubeconfig,
        ADWRIGHT_NAMESPACE: namespace,
        ADWRIGHT_PUBLIC_URL: 'http://ads.example',
        ADWRIGHT_STORAGE: 'volume',
        ADWRIGHT_STORAGE_PATH: this.volume,
        ADWRIGHT_STORAGE_CLAIM: 'bench',
        ADWRIGHT_REDIS_URL: this.redis.url,
        ADWRIGHT_REDIS_PREFIX: 'bench',
        ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
        ADWRIGHT_LOG_LEVEL: 'warn',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '1048576',
        ...env,
      },
      logFile: join(this.folder, `${role}.log`),
    });
    this.#started.push(started);
    return started;
  }

  /** Waits until the controller has begun the ledger and the account has its credits. */
  async ledgerBegun(): Promise<void> {
    const isFunded = async () => (await this.ledger.balance({ namespace, name: 'bench' })).available > 0;
    while (!(await isFunded().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  async close(): Promise<void> {
    for (const one of this.#started) await one.end('SIGKILL');
    await this.redis.close();
    await this.cluster.close();
    this.plane.down();
    rmSync(this.folder, { recursive: true });
  }

  get #stagePods(): string {
    return join(this.folder, 'stage-pods.json');
  }
}

/** Returns a volume and a claim that is bound to it, as JSON for kubectl. The fake kubelet mounts nothing. */
function boundClaim(path: string): string {
  const size = { storage: '1Gi' };
  const access = { accessModes: ['ReadWriteMany'], storageClassName: '' };
  const items = [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'bench' },
      spec: { ...access, capacity: size, hostPath: { path }, claimRef: { namespace, name: 'bench' } },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { namespace, name: 'bench' },
      spec: { ...access, resources: { requests: size }, volumeName: 'bench' },
    },
  ];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
