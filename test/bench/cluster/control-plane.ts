/** Starts the control plane of a benchmark: a real API server, scheduler and Job controller, and a fake kubelet. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuMsOf, memoryMbOf, type MemoryMb } from './role-process.ts';

const recipe = fileURLToPath(new URL('../../cluster/cluster', import.meta.url));

/** Index of a test cluster that other tests on this machine do not use. A cluster with this index is removed first. */
const place = { CLUSTER_INDEX: process.env['BENCH_CLUSTER_INDEX'] ?? '7' };

/**
 * Flags that raise the request limits of the Job controller and the scheduler, so that they do not limit the result.
 */
const flags = {
  CLUSTER_KCM_FLAGS: '--concurrent-job-syncs=50 --kube-api-qps=5000 --kube-api-burst=10000',
  CLUSTER_SCHEDULER_FLAGS: '--kube-api-qps=5000 --kube-api-burst=10000',
  CLUSTER_APISERVER_FLAGS: '--enable-priority-and-fairness=false',
};

export interface ControlPlaneOptions {
  /** True if the API server logs all requests, which takes some of its time. */
  hasAudit: boolean;
}

/** Processes of the control plane that a benchmark measures. */
export type Server = 'apiserver' | 'etcd' | 'kcm';

export interface ControlPlane {
  kubeconfig: string;
  auditLog: string;
  /** Environment in which kubectl is found and reaches this control plane. */
  env: NodeJS.ProcessEnv;
  /** URL of etcd. */
  etcd: string;
  kubectl(args: string[], input?: string): string;
  /** Returns the CPU time of a process so far, user and system, in milliseconds. */
  cpuMs(server: Server): number;
  memoryMb(server: Server): MemoryMb;
  down(): void;
}

function run(args: string[], { hasAudit }: ControlPlaneOptions = { hasAudit: false }): string {
  return execFileSync('bash', [recipe, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...place, ...flags, ...(hasAudit && { CLUSTER_AUDIT: '1' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export function startControlPlane(options: ControlPlaneOptions = { hasAudit: true }): ControlPlane {
  run(['down']);
  run(['up', '--fake'], options);
  const told = run(['env']);
  const kubeconfig = /KUBECONFIG=(\S+)/.exec(told)?.[1] ?? '';
  const path = (/PATH=(\S+)/.exec(told)?.[1] ?? '').replace('$PATH', process.env['PATH'] ?? '');
  const env = { ...process.env, KUBECONFIG: kubeconfig, PATH: path };
  const pidOf = (server: Server): number =>
    Number(readFileSync(join(dirname(kubeconfig), 'run', `${server}.pid`), 'utf8'));
  return {
    ...{ kubeconfig, env },
    etcd: /ADWRIGHT_TEST_ETCD=(\S+)/.exec(told)?.[1] ?? '',
    cpuMs: (server) => cpuMsOf(pidOf(server)),
    memoryMb: (server) => memoryMbOf(pidOf(server)),
    auditLog: join(dirname(kubeconfig), 'log', 'audit.log'),
    kubectl: (args, input) =>
      execFileSync('kubectl', args, {
        encoding: 'utf8',
        maxBuffer: 64 * 2 ** 20,
        env,
        ...(input !== undefined && { input }),
      }),
    down: () => {
      run(['down']);
    },
  };
}
