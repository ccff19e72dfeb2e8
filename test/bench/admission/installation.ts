/**
 * API replicas, one controller and Redis, on a control plane with a fake kubelet. They run with the settings of the
 * chart.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { RedisLedger } from '../../../src/ledger/redis-ledger.ts';
import { openCluster, type Cluster } from '../../../src/roles/cluster.ts';
import { freePort } from '../../support/network/free-port.ts';
import { RedisServer } from '../../support/stores/redis-server.ts';
import { startControlPlane, type ControlPlane } from '../cluster/control-plane.ts';
import { RoleProcess } from '../cluster/role-process.ts';
import { installationSecret, namespace } from '../cluster/workload.ts';
import { pause } from './pause.ts';

/**
 * Further node arguments of the roles, such as `--cpu-prof`. With arguments, the roles are stopped by SIGTERM, so that
 * node writes the profile.
 */
const moreArgs = (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter((arg) => arg !== '');
const endSignal = moreArgs.length > 0 ? 'SIGTERM' : 'SIGKILL';
/** Arguments with which the container image starts node, after `moreArgs`. The name of the role follows them. */
const entry = [...moreArgs, '--disable-warning=ExperimentalWarning', 'dist/main.js'];
const imageEnvironment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

export interface Replica {
  process: RoleProcess;
  url: string;
}

export class Installation {
  readonly plane: ControlPlane;
  readonly cluster: Cluster;
  readonly ledger: RedisLedger;
  readonly replicas: Replica[] = [];
  controller: RoleProcess | undefined;
  readonly #redis: RedisServer;
  readonly #folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));

  private constructor(plane: ControlPlane, redis: RedisServer, ledger: RedisLedger) {
    this.plane = plane;
    this.cluster = openCluster({ role: 'bench', kubeconfig: plane.kubeconfig });
    this.#redis = redis;
    this.ledger = ledger;
    mkdirSync(join(this.#folder, 'artifacts'));
    const stages = Object.fromEntries(['onboarding', 'concept', 'image'].map((stage) => [stage, {}]));
    writeFileSync(this.#stagePods, JSON.stringify({ image: 'bench.example/stage:1', stages }));
  }

  /**
   * Starts a Kubernetes control plane, creates the CRDs in it, and starts Redis. The methods below start the roles of
   * the program.
   */
  static async start(): Promise<Installation> {
    const plane = startControlPlane({ hasAudit: false });
    try {
      plane.kubectl(['apply', '--server-side', '-f', 'crds/']);
      plane.kubectl(['wait', '--for=condition=Established', 'crd', '--all']);
      plane.kubectl(['create', 'namespace', namespace]);
      const redis = await RedisServer.start();
      return new Installation(plane, redis, new RedisLedger(await redis.connect({ prefix: 'bench' })));
    } catch (error) {
      plane.down();
      throw error;
    }
  }

  /** Starts a controller that may run no job. Resolves when the controller has begun the ledger. */
  async startController(): Promise<RoleProcess> {
    const controller = this.#run('controller', {
      // as in the chart
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
      ADWRIGHT_INSTALLATION_SECRET: installationSecret,
      ADWRIGHT_STAGE_PODS: this.#stagePods,
      ADWRIGHT_MAX_RUNNING_JOBS: '0',
    });
    this.controller = controller;
    const isBegun = async () => (await this.ledger.audit.position()) !== undefined;
    await controller.whileAlive(until(isBegun));
    return controller;
  }

  /** Starts an API replica. Resolves when the replica is ready. */
  async startReplica(): Promise<Replica> {
    const listen = `127.0.0.1:${await freePort()}`;
    const process = this.#run('api', { ADWRIGHT_LISTEN: listen });
    const replica = { process, url: `http://${listen}` };
    this.replicas.push(replica);
    const isReady = async () => (await status(`${replica.url}/readyz`)) === 200;
    await process.whileAlive(until(isReady));
    return replica;
  }

  /** Resolves when the grants of the account are in the ledger. */
  funded(name: string): Promise<void> {
    const isFunded = async () => (await this.ledger.balance({ namespace, name })).available > 0;
    return this.whileAlive(until(isFunded));
  }

  /** Resolves with the work. Rejects if a role ends before the work is done. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    const processes = [...this.replicas.map(({ process }) => process), ...(this.controller ? [this.controller] : [])];
    return processes.reduce((guarded, process) => process.whileAlive(guarded), work);
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map(({ process }) => process.end(endSignal)));
    await this.controller?.end(endSignal);
    await this.#redis.close();
    await this.cluster.close();
    this.plane.down();
    rmSync(this.#folder, { recursive: true });
  }

  get #stagePods(): string {
    return join(this.#folder, 'stage-pods.json');
  }

  #run(role: string, env: NodeJS.ProcessEnv): RoleProcess {
    return RoleProcess.run({
      args: [...entry, role],
      env: {
        ...imageEnvironment,
        KUBECONFIG: this.plane.kubeconfig,
        ADWRIGHT_NAMESPACE: namespace,
        ADWRIGHT_PUBLIC_URL: 'http://ads.example',
        ADWRIGHT_STORAGE: 'volume',
        ADWRIGHT_STORAGE_PATH: join(this.#folder, 'artifacts'),
        ADWRIGHT_STORAGE_CLAIM: 'bench',
        ADWRIGHT_REDIS_URL: this.#redis.url,
        ADWRIGHT_REDIS_PREFIX: 'bench',
        ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
        ...env,
      },
      logFile: join(this.#folder, `${role}.log`),
    });
  }
}

async function status(url: string): Promise<number> {
  const { statusCode, body } = await request(url);
  await body.dump();
  return statusCode;
}

/** Polls the condition until it holds. An error counts as false. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await pause(100);
}
