/** Runs the control plane of a storm: a real etcd, API server, scheduler and Job controller, and a fake kubelet. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const recipe = fileURLToPath(new URL('../../cluster/cluster', import.meta.url));
/** Limit of kubectl's output, enough for some thousands of AdJobs. */
const outputBytesMax = 512 * 1024 * 1024;
const timeoutMs = 120_000;

/** Index of a test cluster that other tests on this machine do not use. */
const place = { CLUSTER_INDEX: process.env['STORM_CLUSTER_INDEX'] ?? '8' };

/**
 * Flags that raise the request limits of the Job controller and the scheduler, so that they do not slow the storm down.
 */
const flags = {
  CLUSTER_KCM_FLAGS: '--concurrent-job-syncs=50 --kube-api-qps=5000 --kube-api-burst=10000',
  CLUSTER_SCHEDULER_FLAGS: '--kube-api-qps=5000 --kube-api-burst=10000',
};

export class Plane {
  readonly kubeconfig: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(env: NodeJS.ProcessEnv, kubeconfig: string) {
    this.#env = env;
    this.kubeconfig = kubeconfig;
  }

  /** Removes the control plane of an earlier storm, and starts a new one. */
  static async up(): Promise<Plane> {
    await cluster(['down']);
    await cluster(['up', '--fake']);
    const told = await cluster(['env']);
    const kubeconfig = /KUBECONFIG=(\S+)/.exec(told)?.[1] ?? '';
    const path = (/PATH=(\S+)/.exec(told)?.[1] ?? '').replace('$PATH', process.env['PATH'] ?? '');
    return new Plane({ ...process.env, KUBECONFIG: kubeconfig, PATH: path }, kubeconfig);
  }

  /** Runs kubectl and resolves to its output. Rejects if kubectl fails. */
  readonly kubectl = async (args: readonly string[]): Promise<string> => {
    const options = { env: this.#env, timeout: timeoutMs, maxBuffer: outputBytesMax };
    return (await run('kubectl', ['--request-timeout=30s', ...args], options)).stdout;
  };

  /** Kills a part of the control plane, starts it again and waits until it works. */
  async restart(part: string): Promise<void> {
    await cluster(['restart', part, 'KILL']);
  }

  signal(part: string, signal: NodeJS.Signals): void {
    const pidFile = join(dirname(this.kubeconfig), 'run', `${part}.pid`);
    process.kill(Number(readFileSync(pidFile, 'utf8')), signal);
  }

  async down(): Promise<void> {
    await cluster(['down']);
  }
}

async function cluster(args: readonly string[]): Promise<string> {
  return (await run('bash', [recipe, ...args], { env: { ...process.env, ...place, ...flags } })).stdout;
}
