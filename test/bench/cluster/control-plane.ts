/** A control plane with a fake kubelet for the benchmark: real API server, scheduler and Job controller. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const recipe = fileURLToPath(new URL('../../cluster/cluster', import.meta.url));

/** Index of a cluster that does not clash with other clusters on this machine. An existing one is removed. */
const place = { CLUSTER_INDEX: process.env['BENCH_CLUSTER_INDEX'] ?? '7' };

/** Raises the rate limits of the Job controller and the scheduler. */
const flags = {
  CLUSTER_KCM_FLAGS: '--concurrent-job-syncs=50 --kube-api-qps=5000 --kube-api-burst=10000',
  CLUSTER_SCHEDULER_FLAGS: '--kube-api-qps=5000 --kube-api-burst=10000',
  CLUSTER_APISERVER_FLAGS: '--enable-priority-and-fairness=false',
};

export interface ControlPlaneOptions {
  /** True to log all requests, which costs the API server time. */
  hasAudit: boolean;
}

export interface ControlPlane {
  kubeconfig: string;
  auditLog: string;
  kubectl(args: string[], input?: string): string;
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
  return {
    kubeconfig,
    auditLog: join(dirname(kubeconfig), 'log', 'audit.log'),
    kubectl: (args, input) =>
      execFileSync('kubectl', args, {
        encoding: 'utf8',
        env: { ...process.env, KUBECONFIG: kubeconfig, PATH: path },
        ...(input !== undefined && { input }),
      }),
    down: () => {
      run(['down']);
    },
  };
}
